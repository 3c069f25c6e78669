-- Which receipt a waived charge was answered with: both were written at one moment, in one statement.
UPDATE no_charge_events e SET receipt_id = h.receipt_id
FROM (SELECT id, at, endpoint, row_number() OVER (PARTITION BY at, endpoint ORDER BY id) AS place FROM no_charge_events) m
JOIN (SELECT receipt_id, resolved_at, endpoint, row_number() OVER (PARTITION BY resolved_at, endpoint ORDER BY receipt_id) AS place FROM holds WHERE status = 'released' AND receipt_id IS NOT NULL) h
  ON h.resolved_at = m.at AND h.endpoint = m.endpoint AND h.place = m.place
WHERE e.id = m.id;
--> statement-breakpoint
-- The public record names declared paths: what callers wrote in their place goes.
UPDATE no_charge_events SET endpoint = CASE
    WHEN endpoint LIKE '/api/premium/providers/%' THEN '/api/premium/providers/{name}'
    ELSE '/api/premium/security/verified/{cve_id}'
  END
WHERE endpoint LIKE '/api/premium/providers/%' OR endpoint LIKE '/api/premium/security/verified/%';
--> statement-breakpoint
-- Rows of the log are neither removed nor changed, with one exception: the text of a receipt that charged nothing may be forgotten.
DROP TRIGGER receipts_append_only ON receipts;
--> statement-breakpoint
CREATE TRIGGER receipts_append_only BEFORE DELETE OR TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
--> statement-breakpoint
CREATE FUNCTION receipt_is_only_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.body IS NULL AND NEW.day = OLD.day AND NEW.id = OLD.id AND NEW.leaf_hash = OLD.leaf_hash AND (OLD.body IS NULL OR OLD.body::jsonb ->> 'credits_charged' = '0') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'receipts and their log are append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER receipts_only_forgotten BEFORE UPDATE ON receipts
  FOR EACH ROW EXECUTE FUNCTION receipt_is_only_forgotten();
