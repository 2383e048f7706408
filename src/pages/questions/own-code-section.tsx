import type { ReactElement } from "react";
import { BarsHelp } from "#src/code/bars-help.tsx";
import { CODE_EXAMPLES } from "#src/code/examples.ts";
import { STARTERS } from "#src/code/starters.ts";
import { MOST_BYTES, MOST_FIELDS } from "#workers/model/computed-field.ts";
import { formatCount } from "#src/format/number.ts";
import { CodeBlock } from "#src/ui/code-block.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import styles from "./answer.module.css";

/** Numbers by a person's own code in rules: where they are written, what they get, what is checked. */
export function OwnCodeSection(): ReactElement {
  return (
    <section className={styles["section"]} aria-labelledby="own-code">
      <h3 id="own-code">Your own numbers in rules</h3>
      <p>
        Rules say when; code is for numbers that rules can’t say: a Kalman filter, a regime, a score. Below
        the rules of each step the builder has <strong>Your own numbers</strong>: write one in JavaScript,
        TypeScript or Python, and rules name it like any other number, as in <code>myScore &gt; 0.7</code> or{" "}
        <code>rank(myScore) &lt; 10</code>. A strategy may have {MOST_FIELDS} of them, each of at most{" "}
        {formatCount(MOST_BYTES)} bytes.
      </p>
      <CodeBlock name="A number in JavaScript" code={STARTERS.javascript.trimEnd()} />
      <CodeBlock name="A number in Python" code={STARTERS.python.trimEnd()} />
      <p>The builder has ten examples that run, and shows each under the candles of an instrument:</p>
      <ul>
        {CODE_EXAMPLES.map(({ title, sentence }) => (
          <li key={title}>
            <strong>{title}:</strong> {sentence}
          </li>
        ))}
      </ul>
      <Disclosure summary="What bars has, in JavaScript and TypeScript">
        {() => <BarsHelp language="javascript" />}
      </Disclosure>
      <Disclosure summary="What bars has, in Python">{() => <BarsHelp language="python" />}</Disclosure>
      <p>
        The code runs on this device, shut off from the network, your data, the clock and the rest of the app.
        It must give the same numbers again, which 24 instruments are asked for twice, and numbers that do not
        change when later bars are cut off. “No look-ahead found” is no proof: code may know the best days by
        heart. An instrument may take 2 seconds. Code that came from elsewhere (a link, a file, a backup) is
        shown and asked about before it first runs.
      </p>
    </section>
  );
}
