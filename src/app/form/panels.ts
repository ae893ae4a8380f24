import type { Answers, Checker, Context, FlowSection, ServedSection, Step } from '../../model/types';

/** `initial` holds the answers that were loaded, without later changes. */
export interface LoadedSection {
  name: string;
  part?: string;
  served: ServedSection;
  checker: Checker;
  initial: Answers;
  isBegun: boolean;
  revision?: string;
  /** An unsent draft in this browser that isn't based on the server's current answers. */
  kept?: Answers;
}

/** Sections with the same anchor. */
export interface Panel {
  anchor: string;
  title: string;
  viewTitle: string;
  sections: LoadedSection[];
}

export function createPanels(step: Step, sections: ReadonlyMap<string, LoadedSection>): Panel[] {
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

/** Counts the panels before the first invalid panel. Panels after the last started one don't count. */
export function panelsBehind(panels: readonly Panel[], context: Context): number {
  const lastBegun = panels.findLastIndex((panel) => panel.sections.some((section) => section.isBegun));
  const firstOpen = panels.findIndex((panel, index) => index > lastBegun || !isValid(panel, context));
  return firstOpen < 0 ? panels.length : firstOpen;
}

function isValid({ sections }: Panel, context: Context): boolean {
  return sections.every(({ checker, initial }) => checker.check(initial, context).errors.length === 0);
}
