import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resetLimiters } from "@/lib/http/limits/limiter";
