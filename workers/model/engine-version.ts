/** Goes up by one when the same strategy on the same data may give other numbers; kept with every run. */
export const ENGINE_VERSION = "1";
