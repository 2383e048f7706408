/** The command palette: type a few letters of a page, a strategy or a command, and press Enter. */
import { Command } from "cmdk";
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { formatMoment } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { CHAPTERS, goToChapter } from "#src/pages/results/chapter-list.ts";
import { startRun } from "#src/run/start-run.ts";
import { chooseFile, openFiles } from "#src/share/file-in-hand.ts";
import { listDeployments } from "#src/storage/deployments.ts";
import { listRunSummaries } from "#src/storage/run-history.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import { AnswerNote } from "#src/ui/answer-note.tsx";
import commands from "#src/ui/command-list.module.css";
import { Keys } from "#src/ui/keys.tsx";
import { Modal } from "#src/ui/modal.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Result } from "#workers/model/problem.ts";
import { findNotPossible } from "#workers/words/not-possible.ts";
import { saveTheme, useIsDark } from "../appearance.ts";
import { showAround } from "../show-around.ts";
import { PORTFOLIO_TEMPLATES } from "../gallery-address.ts";
import { shortcutKeys } from "../shortcuts.ts";
import styles from "./command-palette.module.css";

const PAGES = [
  { path: "/", label: "Home" },
  { path: "/strategy", label: "Strategies" },
  { path: "/runs", label: "Runs" },
  { path: "/compare", label: "Compare runs" },
  { path: "/optimise", label: "Optimise" },
  { path: "/deployments", label: "Virtual deployments" },
  { path: "/functions", label: "Rule language" },
  { path: "/api", label: "API" },
  { path: "/data", label: "Data" },
  { path: "/known-files", label: "Known files" },
  { path: "/settings", label: "Settings" },
  { path: "/price", label: "Pricing" },
  { path: "/questions", label: "FAQ" },
  { path: "/contact", label: "Contact Us" },
  { path: "/about", label: "About and licences" },
];

/** With all that one may type for it. */
const OPEN_A_FILE = "Open a file: strategy, run capsule to check, deployment's record to verify, backup";

/** Likewise: the words of those who look for what a portfolio does. */
const SHOW_PORTFOLIOS =
  "Portfolios to begin with: weights, rebalancing, deposits (SIP), withdrawals, interest on cash";

/** As many as are drawn at once; the others are found by their names. */
const MOST_STRATEGIES = 30;

interface CommandPaletteProps {
  readonly onClose: () => void;
  /** Shows the sheet of shortcuts instead. */
  readonly onSwitch: () => void;
}

export function CommandPalette({ onClose, onSwitch }: CommandPaletteProps): ReactElement {
  const [typed, setTyped] = useState("");
  const stored = useLiveQuery(listForPalette) ?? { strategies: [], runs: [] };
  const strategies = meant(stored.strategies, typed);
  const deployments = useLiveQuery(listDeployments)?.records ?? [];
  const [, navigate] = useLocation();
  const go = (address: string) => {
    onClose();
    navigate(address);
  };
  const act = useActions(onClose, go);
  const notPossible = findNotPossible(typed);
  return (
    <Modal label="Command palette" place="top" onClose={onClose}>
      <Command label="Command palette" filter={rank} loop>
        <Command.Input
          data-first
          value={typed}
          onValueChange={setTyped}
          className={commands["input"]}
          placeholder="Go to a page or a run, open or start a strategy…"
        />
        <AnswerNote entry={notPossible} />
        <Command.List className={commands["list"]} label="Commands">
          {!notPossible && <Command.Empty className={commands["empty"]}>No match.</Command.Empty>}
          {notPossible && (
            <Command.Group className={commands["group"]} forceMount>
              <Item label="Read what it can't do" isAlways onSelect={() => go("/questions#not-possible")} />
            </Command.Group>
          )}
          <Chapters onClose={onClose} />
          <Command.Group className={commands["group"]} heading="Pages">
            {PAGES.map(({ path, label }) => (
              <Item key={path} label={`Go to ${label}`} onSelect={() => go(path)} />
            ))}
          </Command.Group>
          <Command.Group className={commands["group"]} heading="Recent runs">
            {stored.runs.map(({ id, strategyName, number, startedAt }) => (
              <Item
                key={id}
                label={`Open run ${number} of ${shownName(strategyName)}`}
                note={formatMoment(startedAt)}
                id={id}
                onSelect={() => go(`/simulation-result?run=${id}`)}
              />
            ))}
          </Command.Group>
          {deployments.length > 0 && (
            <Command.Group className={commands["group"]} heading="Deployments">
              {deployments.map(({ id, head }) => (
                <Item
                  key={id}
                  label={`Open deployment ${shownName(head.name)}`}
                  id={id}
                  onSelect={() => go(`/deployments?id=${encodeURIComponent(id)}`)}
                />
              ))}
            </Command.Group>
          )}
          <Command.Group className={commands["group"]} heading="Strategies">
            <StrategyList strategies={strategies} go={go} start={act.start} />
          </Command.Group>
          <Command.Group className={commands["group"]} heading="Commands">
            <Item label="Show me around, 2 minutes" onSelect={act.showAround} />
            <Item label={OPEN_A_FILE} onSelect={act.openFile} />
            <Item label={SHOW_PORTFOLIOS} onSelect={() => go(PORTFOLIO_TEMPLATES)} />
            <Item label={`Switch to the ${act.otherTheme} theme`} onSelect={() => void act.toggleTheme()} />
            <Item label="Show the keyboard shortcuts" keys={shortcutKeys("sheet")} onSelect={onSwitch} />
          </Command.Group>
        </Command.List>
      </Command>
    </Modal>
  );
}

/** The chapters of the result that the page shows; nothing elsewhere. */
function Chapters({ onClose }: Pick<CommandPaletteProps, "onClose">): ReactElement | null {
  const [chapters] = useState(() => CHAPTERS.filter(({ id }) => document.getElementById(id)));
  if (chapters.length === 0) return null;
  return (
    <Command.Group className={commands["group"]} heading="This result">
      {chapters.map(({ id, title, key }) => (
        <Item
          key={id}
          label={`Go to ${title} of this result`}
          keys={[key]}
          onSelect={() => {
            onClose();
            setTimeout(() => goToChapter(id)); // the focus is the page's again by then
          }}
        />
      ))}
    </Command.Group>
  );
}

/** Those that are meant, the shortest names first, which have the least besides what was typed. */
function meant(strategies: readonly PaletteStrategy[], typed: string): readonly PaletteStrategy[] {
  if (typed.trim() === "") return strategies;
  return strategies
    .filter(({ name }) => isMeant(name, typed))
    .toSorted((one, other) => one.name.length - other.name.length);
}

/** Whether every word typed is in what one of a strategy's items says. */
function isMeant(name: string, typed: string): boolean {
  const said = `open start show the result of ${shownName(name)}`.toLowerCase();
  return wordsOf(typed).every((word) => said.includes(word));
}

function wordsOf(typed: string): readonly string[] {
  return typed.toLowerCase().split(/\s+/);
}

interface StrategyActions {
  readonly go: (address: string) => void;
  readonly start: (id: string) => Promise<void>;
}

interface StrategyListProps extends StrategyActions {
  readonly strategies: readonly PaletteStrategy[];
}

function StrategyList({ strategies, go, start }: StrategyListProps): ReactElement {
  const hidden = strategies.length - MOST_STRATEGIES;
  return (
    <>
      {strategies.slice(0, MOST_STRATEGIES).map((strategy) => (
        <StrategyItems key={strategy.id} strategy={strategy} go={go} start={start} />
      ))}
      {hidden > 0 && (
        <p className={styles["more"]}>
          {countOf(hidden, "more strategy", "more strategies")}: type a part of a name.
        </p>
      )}
    </>
  );
}

interface StrategyItemsProps extends StrategyActions {
  readonly strategy: PaletteStrategy;
}

function StrategyItems({ strategy, go, start }: StrategyItemsProps): ReactElement {
  const { id, name, kind, resultRunId } = strategy;
  const title = shownName(name);
  return (
    <>
      <Item label={`Open ${title}`} note={kind} id={id} onSelect={() => go(`/simulation-steps?id=${id}`)} />
      <Item label={`Start ${title}`} note={kind} id={id} onSelect={() => void start(id)} />
      {resultRunId !== null && (
        <Item
          label={`Show the result of ${title}`}
          note={kind}
          id={id}
          onSelect={() => go(`/simulation-result?run=${resultRunId}`)}
        />
      )}
    </>
  );
}

interface ItemProps {
  readonly label: string;
  /** Tells apart what has the same label. */
  readonly id?: string;
  readonly note?: string;
  readonly keys?: readonly string[];
  /** It stands there whatever is searched for. */
  readonly isAlways?: boolean;
  readonly onSelect: () => void;
}

function Item({ label, id = "", note, keys, isAlways = false, onSelect }: ItemProps): ReactElement {
  return (
    <Command.Item
      className={commands["item"]}
      value={`${label} ${id}`}
      keywords={[label]}
      forceMount={isAlways}
      onSelect={onSelect}
    >
      <span className={commands["label"]}>{label}</span>
      {note !== undefined && <span className={page["small"]}>{note}</span>}
      {keys && <Keys keys={keys} />}
    </Command.Item>
  );
}

/** Every word typed must be in the label; the labels that begin with them come first. */
function rank(_value: string, typed: string, keywords: readonly string[] = []): number {
  const label = keywords.join(" ").toLowerCase();
  const words = wordsOf(typed);
  if (!words.every((word) => label.includes(word))) return 0;
  return label.startsWith(words[0] ?? "") ? 1 : 0.5;
}

function useActions(onClose: () => void, go: (address: string) => void) {
  const showStatus = useStatus();
  const otherTheme = useIsDark() ? "light" : "dark";
  const tell = (outcome: Result<unknown>) => {
    if (!outcome.ok) showStatus(outcome.problem.message);
  };
  return {
    otherTheme,
    showAround: () => {
      onClose();
      showAround();
    },
    openFile: () => {
      onClose();
      chooseFile((files) => void openFiles(files, go));
    },
    start: async (id: string) => {
      onClose();
      const started = await startRun(id);
      if (started.ok) go(`/simulation-result?run=${started.value.runId}`);
      else tell(started);
    },
    toggleTheme: async () => {
      onClose();
      tell(await saveTheme(otherTheme));
    },
  } as const;
}

interface PaletteStrategy {
  readonly id: string;
  readonly name: string;
  /** Beside the name, which two may share. */
  readonly kind: string;
  /** The last run with a result; null where there is none. */
  readonly resultRunId: string | null;
}

/** What the palette offers of what is stored. */
interface PaletteRecords {
  /** A person's own, the last updated first, then the built-in ones. */
  readonly strategies: readonly PaletteStrategy[];
  /** The last started ones, of any state. */
  readonly runs: readonly RunSummary[];
}

const RECENT = 6;

/** In one reading of the runs; a plain query to wrap in useLiveQuery. */
async function listForPalette(): Promise<PaletteRecords> {
  const [{ records }, runs] = await Promise.all([listStrategies(), listRunSummaries()]);
  const results = new Map<string, string>();
  for (const { id, strategyId, state, isVariant } of runs.records)
    if (state === "complete" && isVariant !== true && !results.has(strategyId)) results.set(strategyId, id);
  const own = records.map(({ id, name, status }) => ({
    id,
    name,
    kind: status === "draft" ? "draft" : "yours",
  }));
  const samples = SAMPLE_STRATEGIES.map(({ id, name }, place) => ({
    id,
    name,
    kind: `built-in ${place + 1}`,
  }));
  return {
    strategies: [...own, ...samples].map(({ id, name, kind }) => {
      return { id, name, kind, resultRunId: results.get(id) ?? null };
    }),
    runs: runs.records.slice(0, RECENT),
  };
}
