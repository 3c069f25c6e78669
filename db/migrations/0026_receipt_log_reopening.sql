CREATE TRIGGER receipt_log_editions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_log_editions
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
--> statement-breakpoint
-- A day is closed unless a later edition of the log has opened it again.
CREATE OR REPLACE FUNCTION receipt_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM receipt_days d WHERE d.day >= NEW.day
      AND NOT EXISTS (SELECT 1 FROM receipt_log_editions e WHERE e.edition > d.edition AND e.from_day <= d.day)
  ) THEN
    RAISE EXCEPTION 'the receipt log of that day is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_day_is_open';
  END IF;
  RETURN NEW;
END $$;
