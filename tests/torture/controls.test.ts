import { walkEveryControl } from "#tests/support/every-control.ts";
import { ROUTES } from "#tests/support/routes.ts";

walkEveryControl(ROUTES);
