-- Amounts that are reserved at this moment count for whoever asked for them.
INSERT INTO quote_places (caller, place, quote_id, free_at)
SELECT caller, place, id, free_at FROM (
  SELECT q.caller, q.id, a.free_at, row_number() OVER (PARTITION BY q.caller ORDER BY q.id DESC) AS place
  FROM quotes q JOIN quote_amounts a ON a.quote_id = q.id
  WHERE q.status = 'open' AND a.free_at >= now()
) AS reserved WHERE place <= 20;
--> statement-breakpoint
-- A signature that was the only proof of a transaction claimed what it paid, also where a quote had the same amount: that quote's memo collects nothing.
UPDATE purchases p SET signed_at = p.confirmed_at FROM claims c
WHERE c.chain_id = p.chain_id AND c.tx_hash = p.tx_hash AND c.rail = 'proof' AND p.quote_id IS NOT NULL AND p.reversed_at IS NULL
  AND NOT EXISTS (SELECT FROM purchases o WHERE o.chain_id = p.chain_id AND o.tx_hash = p.tx_hash AND o.sender <> p.sender);
