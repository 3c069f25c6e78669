const PREFIXES = "utm_ mtm_ pk_ piwik_ matomo_ hsa_ guce_ ns_ at_ ga_ mc_ _hs sc_ wt. oly_ trk __s".split(" ");

const NAMES = new Set(
  `fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid igsh li_fat_id mkt_tok vero_id vero_conv _openstat
   guccounter xtor sr_share wprss rss rss_id ncid icid ito smid emc partner cmp cmpid ocid s_cid cm_mmc ref ref_src ref_url
   referrer spm linkid __twitter_impression mbid bxid esrc share_id sharetype _ga _gl ck_subscriber_id isfreemail triedredirect
   campaign_id srnd taid feedtype feedname feed`.split(/\s+/),
);

/** Whether others put a parameter of this name into an address, to tell where its reader came from. */
export function isTrackingName(name: string): boolean {
  const key = name.toLowerCase();
  return NAMES.has(key) || PREFIXES.some((prefix) => key.startsWith(prefix));
}
