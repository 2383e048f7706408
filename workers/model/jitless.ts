/** Import before a schema is used: zod's probe for its JIT would break the page's content security policy. */
import { z } from "zod";

z.config({ jitless: true });
