import type { ReactElement } from "react";
import { Link } from "wouter";
import { CodeBlock } from "#src/ui/code-block.tsx";
import page from "#src/ui/page.module.css";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";
import {
  COMMAND_EXAMPLE,
  JAVASCRIPT_EXAMPLE,
  PYTHON_EXAMPLE,
  R_EXAMPLE,
  STRATEGY_EXAMPLE,
} from "./code-examples.ts";

export function CodeSection(): ReactElement {
  return (
    <section className={styles["section"]} aria-labelledby="code">
      <h3 id="code">Code implementation</h3>
      <Claim says="Strategies can also be submitted from Python, JavaScript and R.">
        Nothing is submitted anywhere: a server on your own machine, which you start in the project’s folder,
        runs strategies with the engine of this page, and there are clients of it for Python, JavaScript and
        R. <Link href="/api">The page API</Link> has the code for a strategy of yours. The{" "}
        <code>simulate</code> command below runs one strategy without a server and prints the result as JSON.
        All of it needs Node 20.19 or newer, and <code>npm ci</code> once.
      </Claim>
      <p>
        First save a strategy as a file in that folder. This is the built-in one that is explained above, with
        every field. Left out, <code>priceBasis</code> is as-traded, <code>commissionPercent</code> and{" "}
        <code>slippagePercent</code> are 0; any other field takes the value shown here.
      </p>
      <CodeBlock name="Strategy file" file="strategy.json" code={STRATEGY_EXAMPLE} />
      <p>
        Then run it. <code>--data</code> names a folder of price files, <code>--out -</code> prints the
        result.
      </p>
      <CodeBlock name="Command" code={COMMAND_EXAMPLE} />
      <p>
        Or call the command from a program. Start it in the same folder. Percents are in percent (18.2 is
        18.2&nbsp;%), and a figure that is undefined is null.
      </p>
      <CodeBlock name="Python example" file="simulate.py" code={PYTHON_EXAMPLE} />
      <CodeBlock name="JavaScript example" file="simulate.mjs" code={JAVASCRIPT_EXAMPLE} />
      <CodeBlock name="R example" file="simulate.R" code={R_EXAMPLE} />
      <p className={page["soft"]}>
        The command exits with 0 when there is a result, with 1 when something in your files needs mending (it
        says what and where), and with 2 when an option is wrong. On Windows run the examples in WSL. The R
        example needs the package jsonlite.
      </p>
    </section>
  );
}
