/**
 * Begins each test file with modules of its own, as if its thread were new, where libraries stay read: what an earlier
 * file had replaced in the project's modules is gone.
 */
import { vi } from "vitest";

vi.resetModules();
