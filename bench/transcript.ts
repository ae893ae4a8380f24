import { writeFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { applyAsRobin } from './support/applyAsRobin';

const FILE = 'docs/transcript.md';

const HEAD = `# One application, as a screen reader reads it

\`npm run transcript\` writes this page from Chromium's accessibility tree. Robin fills in the application at 1280 px, and each screen is read once, from top to bottom. Only the first screen includes the header and the footer. Each line has an element's name, role, state, value and description. Options of closed selects are left out.
`;

/** `npm run transcript`: writes docs/transcript.md. */
async function main(): Promise<void> {
  const screens: string[] = [];
  await applyAsRobin({
    options: { viewport: { width: 1280, height: 900 } },
    async capture(page) {
      const lines = await readTree(page, screens.length === 0 ? '' : 'main');
      screens.push(
        [`## ${screens.length + 1}. ${await page.title()}`, '', ...lines.map((line) => `- ${line}`)].join('\n'),
      );
    },
  });
  const text = [HEAD, ...screens].join('\n').replaceAll(/walk\.\w+@/g, 'robin@');
  writeFileSync(FILE, `${text.replaceAll(/sandbox\\_[\w-]+/g, 'sandbox…').replaceAll(/\d+:\d\d [AP]M/g, '2:02 PM')}\n`);
}

interface AxNode {
  nodeId: string;
  backendDOMNodeId?: number;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  value?: { value: unknown };
  properties?: { name: string; value: { value: unknown } }[];
  childIds?: string[];
}

/** Roles with an accessible name that includes all of the content. */
const WHOLE = new Set(['button', 'link', 'combobox', 'textbox', 'radio', 'checkbox', 'image', 'DisclosureTriangle']);
const GROUPS = new Set([
  'main',
  'navigation',
  'complementary',
  'banner',
  'contentinfo',
  'region',
  'radiogroup',
  'group',
  'dialog',
]);
const KINDS: Record<string, string> = {
  textbox: 'edit text',
  radio: 'radio button',
  radiogroup: 'radio buttons',
  combobox: 'select',
  complementary: 'aside',
  banner: 'header',
  contentinfo: 'footer',
  DisclosureTriangle: 'details',
};

/** Returns a line for each element that a screen reader stops at. */
async function readTree(page: Page, landmark: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] };
  await markRequiredSelects(session, nodes);
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const root = landmark ? nodes.find(({ role }) => role?.value === landmark) : nodes[0];
  const children = (node: AxNode) => (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
  const readNode = (node: AxNode): string[] => {
    const role = node.role?.value ?? '';
    if (!node.ignored && role === 'StaticText') return [plain(node.name?.value ?? '')];
    if (!node.ignored && role === 'heading')
      return [describeNode(children(node).find(isButton) ?? node, headingOf(node))];
    if (!node.ignored && WHOLE.has(role)) return [describeNode(node, role)];
    const inside = children(node).flatMap(readNode);
    if (!node.ignored && (role === 'paragraph' || role === 'definition')) return joinTexts(inside);
    return !node.ignored && GROUPS.has(role) && node.name?.value ? [describeNode(node, role), ...inside] : inside;
  };
  return removeRepeats((root ? readNode(root) : []).filter(Boolean));
}

/** Chromium's tree leaves out that a closed `<select>` is required, but screen readers announce it. */
async function markRequiredSelects(session: CDPSession, nodes: readonly AxNode[]): Promise<void> {
  for (const node of nodes.filter(({ role }) => role?.value === 'combobox')) {
    const backendNodeId = node.backendDOMNodeId;
    const { attributes = [] } = (await session.send('DOM.describeNode', { backendNodeId })).node;
    const place = attributes.indexOf('aria-required');
    if (place < 0 || attributes[place + 1] !== 'true') continue;
    const others = node.properties?.filter(({ name }) => name !== 'required') ?? [];
    node.properties = [...others, { name: 'required', value: { value: true } }];
  }
}

const isButton = ({ role }: AxNode) => role?.value === 'button';
const headingOf = ({ properties = [] }: AxNode) =>
  `heading level ${properties.find(({ name }) => name === 'level')?.value.value}`;

/** Joins a paragraph's texts, because emphasis splits them. Doesn't join texts around links: each link is a stop. */
const joinTexts = (lines: string[]) =>
  lines.some((line) => line.startsWith('**')) ? lines : [lines.join(' ').replaceAll('@ ', '@')];

/**
 * Removes labels and help texts, because they're announced with their control. Links and buttons don't count as
 * controls.
 */
function removeRepeats(lines: string[]): string[] {
  const isSaid = (line: string, index: number) =>
    lines.slice(index - 1, index + 4).some((near) => /^\*\*.*\*\*, (?!link|button)/.test(near) && near.includes(line));
  return lines.filter((line, index) => line.startsWith('**') || !isSaid(line, index));
}

function describeNode(node: AxNode, role: string): string {
  const state = (name: string) => node.properties?.find((one) => one.name === name)?.value.value;
  const states = [
    state('checked') === 'true' || state('checked') === true ? 'checked' : '',
    state('expanded') === true ? 'expanded' : state('expanded') === false ? 'collapsed' : '',
    state('required') === true ? 'required' : '',
    state('invalid') === 'true' ? 'invalid' : '',
    state('disabled') === true ? 'unavailable' : '',
    state('readonly') === true ? 'read-only' : '',
  ];
  const value = role === 'textbox' || role === 'combobox' ? String(node.value?.value ?? '') : '';
  const parts = [KINDS[role] ?? role, ...states, value && `“${plain(value)}”`, plain(node.description?.value ?? '')];
  return `**${plain(node.name?.value ?? '') || 'no name'}**, ${parts.filter(Boolean).join(', ')}`;
}

const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(/([*<_])/g, '\\$1')
    .trim();

await main();
