import type { Answers, Checker, Context, FlowSection, ServedSection, Step } from '../../model/types';

/** A section with everything needed to draw and judge it; `initial` is what is known when the page opens. */
export interface LoadedSection {
  name: string;
  /** Its own heading, where several sections share a panel. */
  part?: string;
  served: ServedSection;
  checker: Checker;
  initial: Answers;
  /** Something was typed or saved here before. */
  isBegun: boolean;
  /** Which text the answers are, for the drafts that follow. */
  revision?: string;
  /** What this browser kept while it could not be sent, and does not follow from the answers. */
  kept?: Answers;
}

/** One panel of the accordion: the sections of the flow that share an anchor. */
export interface Panel {
  anchor: string;
  title: string;
  viewTitle: string;
  sections: LoadedSection[];
}

/** The step's panels in order; sections that the server did not serve are left out, and panels without any. */
export function panelsOf(step: Step, sections: ReadonlyMap<string, LoadedSection>): Panel[] {
  const panels = new Map<string, Panel>();
  for (const part of step.sections) {
    const section = sections.get(part.section);
    if (section) panelFor(part, panels).sections.push(section);
  }
  return [...panels.values()];
}

function panelFor({ anchor, title, viewTitle }: FlowSection, panels: Map<string, Panel>): Panel {
  const panel = panels.get(anchor) ?? { anchor, title, viewTitle: viewTitle ?? title, sections: [] };
  panels.set(anchor, panel);
  return panel;
}

/**
 * How many panels, counted from the first, lie behind the applicant when the page opens: each was begun, or a later
 * one was, and is right as it stands.
 */
export function panelsBehind(panels: readonly Panel[], context: Context): number {
  const lastBegun = panels.findLastIndex((panel) => panel.sections.some((section) => section.isBegun));
  const firstOpen = panels.findIndex((panel, index) => index > lastBegun || !isRight(panel, context));
  return firstOpen < 0 ? panels.length : firstOpen;
}

function isRight({ sections }: Panel, context: Context): boolean {
  return sections.every(({ checker, initial }) => checker.check(initial, context).errors.length === 0);
}
