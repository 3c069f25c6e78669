import { siteOf } from "./address-keys";
import type { Allowance, Limiter } from "./allowance";

export interface Limit {
  policy: string;
  calls: number;
  windowSeconds: number;
}

/** A site's networks together may call so many times as often as one of them. */
const SITE_FACTOR = 4;

const ofSite = (limit: Limit): Limit => ({ ...limit, policy: `${limit.policy}-site`, calls: SITE_FACTOR * limit.calls });

const tighter = (one: Allowance, other: Allowance): Allowance => {
  if (one.isAllowed !== other.isAllowed) return one.isAllowed ? other : one;
  return one.remaining <= other.remaining ? one : other;
};

/** Counts a network of IPv6 in its site as well: whoever has a /48 has 65,536 networks to call from. Keys are those of `addressKey`. */
export async function countingSites(limit: Limit, choose: (limit: Limit) => Promise<Limiter> | Limiter): Promise<Limiter> {
  const [networks, sites] = [await choose(limit), await choose(ofSite(limit))];
  return {
    async take(address) {
      const site = siteOf(address);
      if (site === null) return networks.take(address);
      return tighter(...(await Promise.all([networks.take(address), sites.take(site)])));
    },
    async giveBack(address) {
      const site = siteOf(address);
      await Promise.all([networks.giveBack(address), ...(site === null ? [] : [sites.giveBack(site)])]);
    },
  };
}
