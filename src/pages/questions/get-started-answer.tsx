import type { ReactElement } from "react";
import { Link } from "wouter";
import { PORTFOLIO_TEMPLATES } from "#src/app/gallery-address.ts";
import { BarsHelp } from "#src/code/bars-help.tsx";
import { CODE_EXAMPLES } from "#src/code/examples.ts";
import { STARTERS } from "#src/code/starters.ts";
import { formatCount } from "#src/format/number.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { CodeBlock } from "#src/ui/code-block.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { MOST_BYTES, MOST_FIELDS } from "#workers/model/computed-field.ts";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./answer.module.css";
import { Claim, OnThisDevice } from "./claim.tsx";

/** In the order of strategySentences: what each part of a strategy is for. The last one has all sentences that follow. */
const PARTS = [
  { name: "Smart instrument selection", purpose: "The scanner says which instruments may be bought at all." },
  { name: "Precision entry rules", purpose: "The buy rules say on which day an instrument is bought." },
  { name: "Risk-managed exits", purpose: "The sell rules say when it goes: stop-loss, take-profit, time." },
  {
    name: "Rigorous strategy testing",
    purpose: "The simulation settings say with how much money, over which years, at which costs.",
  },
] as const;

export function GetStartedAnswer(): ReactElement {
  return (
    <>
      <StrategyExplanations />
      <Walkthrough />
      <CodeSection />
      <OwnCodeSection />
      <Tutorials />
    </>
  );
}

function StrategyExplanations(): ReactElement {
  const sentences = strategySentences(fairStrategy, "INR");
  return (
    <section className={styles["section"]} aria-labelledby="explanations">
      <h3 id="explanations">Strategy explanations</h3>
      <p>A strategy has four parts. Under each is what the built-in “{fairStrategy.name}” says.</p>
      <ol className={styles["steps"]}>
        {PARTS.map(({ name, purpose }, index) => (
          <li key={name}>
            <strong>{name}.</strong> {purpose}
            <p>{sentences.slice(index, index === PARTS.length - 1 ? undefined : index + 1).join(" ")}</p>
          </li>
        ))}
      </ol>
      <OnThisDevice>
        All four parts work. Every decision uses the prices up to that day’s close and is filled on a later
        day, so that no simulation looks ahead.
      </OnThisDevice>
    </section>
  );
}

function Walkthrough(): ReactElement {
  return (
    <section className={styles["section"]} aria-labelledby="walkthrough">
      <h3 id="walkthrough">Web-tool walkthrough</h3>
      <ol className={styles["steps"]}>
        <li>
          Open <Link href="/strategy">Strategies</Link>. Enter a name and press BEGIN, or open a built-in
          strategy. Begin with a portfolio to hold instruments in proportions that are set back to plan, with
          money coming in or going out. The templates have{" "}
          <Link href={PORTFOLIO_TEMPLATES}>portfolios to begin with</Link>.
        </li>
        <li>
          Go through Scanner, Buy Rules, Sell Rules and Simulation. Continue and Back move between the steps.
        </li>
        <li>Press Save Strategy to go on later, or Start Simulation to run it now.</li>
        <li>Watch it run, then read the result: growth, drawdown, every position, every year.</li>
        <li>Press Duplicate Strategy to try a change without losing what you have.</li>
      </ol>
      <OnThisDevice>
        The built-in strategies run at once on the invented demo market. You need no import and no account.
      </OnThisDevice>
    </section>
  );
}

function Tutorials(): ReactElement {
  const showStatus = useStatus();
  return (
    <section className={styles["section"]} aria-labelledby="tutorials">
      <h3 id="tutorials">Video tutorials and blog posts</h3>
      <div className={page["actions"]}>
        <Button size="small" onClick={() => showStatus("Coming soon!")}>
          Video Tutorials
        </Button>
        <Button size="small" onClick={() => showStatus("Coming soon!")}>
          Blog Posts
        </Button>
      </div>
      <OnThisDevice>Neither exists yet. The explanations in the builder are there already.</OnThisDevice>
    </section>
  );
}

function CodeSection(): ReactElement {
  return (
    <section className={styles["section"]} aria-labelledby="code">
      <h3 id="code">Code implementation</h3>
      <Claim says="Strategies can also be submitted from Python, JavaScript and R.">
        Nothing is submitted anywhere. A server on your own machine, which you start in the project’s folder,
        runs strategies with the engine of this page. It has clients for Python, JavaScript and R.{" "}
        <Link href="/api">The page API</Link> has the code for a strategy of yours. The <code>simulate</code>{" "}
        command below runs one strategy without a server and prints the result as JSON. All of it needs Node
        20.19 or newer, and <code>npm ci</code> once.
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
        The command exits with 0 when there is a result, and with 2 when an option is wrong. It exits with 1
        when something in your files needs mending, and says what and where. On Windows run the examples in
        WSL. The R example needs the package jsonlite.
      </p>
    </section>
  );
}

/** A strategy/1 file with every field: the strategy that the answer explains. */
const STRATEGY_EXAMPLE = JSON.stringify(fairStrategy, null, 2);

// Programs that run a strategy file from elsewhere. Each was run as it stands here; tests hold their flags true.
const COMMAND_EXAMPLE = "npm run --silent simulate -- --data datasets/demo --strategy strategy.json --out -";

const PYTHON_EXAMPLE = `import json
import subprocess

command = ["npm", "run", "--silent", "simulate", "--"]
options = ["--data", "datasets/demo", "--strategy", "strategy.json", "--out", "-"]
run = subprocess.run(command + options, stdout=subprocess.PIPE, check=True)

performance = json.loads(run.stdout)["performance"]
for figure in ["cagr", "maxDrawdown", "sharpeRatio", "winRate"]:
    print(figure, performance[figure])`;

const JAVASCRIPT_EXAMPLE = `import { execFile } from "node:child_process";
import { promisify } from "node:util";

const command = ["run", "--silent", "simulate", "--"];
const options = ["--data", "datasets/demo", "--strategy", "strategy.json", "--out", "-"];
const { stdout } = await promisify(execFile)("npm", [...command, ...options], {
  maxBuffer: 2 ** 28, // a result lists every position, which can pass the default of 1 MB
});

const { performance } = JSON.parse(stdout);
for (const figure of ["cagr", "maxDrawdown", "sharpeRatio", "winRate"]) {
  console.log(figure, performance[figure]);
}`;

const R_EXAMPLE = `library(jsonlite)

command <- c("run", "--silent", "simulate", "--")
options <- c("--data", "datasets/demo", "--strategy", "strategy.json", "--out", "-")
status <- system2("npm", c(command, options), stdout = "result.json")
stopifnot(status == 0)

performance <- fromJSON("result.json")$performance
for (figure in c("cagr", "maxDrawdown", "sharpeRatio", "winRate")) {
  cat(figure, performance[[figure]], "\\n")
}`;

/** Numbers by a person's own code in rules: where they are written, what they get, what is checked. */
function OwnCodeSection(): ReactElement {
  return (
    <section className={styles["section"]} aria-labelledby="own-code">
      <h3 id="own-code">Your own numbers in rules</h3>
      <p>
        Rules say when; code is for numbers that rules can’t say: a Kalman filter, a regime, a score. The
        builder has them under More options of the scanner: <strong>Numbers by your own code</strong>. Write
        one in JavaScript, TypeScript or Python, and rules name it like any other number, as in{" "}
        <code>myScore &gt; 0.7</code> or <code>rank(myScore) &lt; 10</code>. A strategy may have {MOST_FIELDS}{" "}
        of them, each of at most {formatCount(MOST_BYTES)} bytes.
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
        It must give the same numbers again: 24 instruments are asked for twice. And its numbers must not
        change when later bars are cut off. “No look-ahead found” is no proof: code may know the best days by
        heart. An instrument may take 2 seconds. Code that came from elsewhere (a link, a file, a backup) is
        shown and asked about before it first runs.
      </p>
    </section>
  );
}
