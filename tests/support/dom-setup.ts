/** Pages are loaded on first use, which takes a busy machine longer than the library's second. */
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 10_000 });
