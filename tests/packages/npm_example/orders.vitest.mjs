import { afterEach, beforeEach, expect, test } from "vitest";
import orders from "./orders.js";

orders({ afterEach, beforeEach, expect, test });
