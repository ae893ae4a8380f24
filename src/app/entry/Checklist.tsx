import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Grid } from '@chakra-ui/react/grid';
import type { Configuration } from '../../contract/application';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { keysOf } from '../../model/answers/paths';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import {
  type DocumentName,
  type DocumentType,
  documentId,
  documentType,
  documentTypes,
} from '../../model/section/documentTypes';
import { stepInRole } from '../../model/section/flow';
import { allowsPhotos } from '../../model/section/photoSetting';
import { applicationFlow } from '../shell/application';
import { joinList } from '../ui/joinList';
import { LineIcon } from '../ui/LineIcon';

/** False if the flow has no identity, income or payment step. */
export const needsChecklist = (): boolean =>
  (['identity', 'income', 'payment'] as const).some((role) => stepInRole(applicationFlow(), role));

interface ChecklistProps {
  /** The landlord's settings for documents: `{ Paystub: 'Hide' }`. */
  documents?: Settings;
  asked?: readonly string[];
  /** If set, also lists a payment card, unless the fee is 0 dollars. The fee is undefined until it's loaded. */
  card?: { fee?: number };
  isWide?: boolean;
}

export function Checklist({ documents, asked = [], card, isWide = false }: ChecklistProps) {
  const messages = useMessages('entry').instruction.have;
  const needsCard = card && card.fee !== 0;
  const items = [
    ...listDocuments(messages, documents),
    ...contactsItem(messages, asked, documents),
    ...belongingsItem(messages, asked),
    ...(needsCard ? [cardItem(messages, card.fee)] : []),
  ];
  return (
    <Box
      as="ul"
      marginBottom={isWide ? undefined : { base: '5', md: '6' }}
      border="1px solid {colors.hair}"
      borderRadius="card"
      css={isWide ? WIDE : undefined}
    >
      {items.map(([icon, title, help], index) => (
        <Grid as="li" key={title} borderTop={index > 0 ? '1px solid {colors.hair}' : undefined} {...ITEM}>
          <Center aria-hidden="true" {...ICON}>
            <LineIcon path={ICONS[icon]} />
          </Center>
          <strong>{title}</strong>
          {help && (
            <Box as="p" gridColumn="2" color="muted" fontSize="small">
              {help}
            </Box>
          )}
        </Grid>
      ))}
    </Box>
  );
}

const WIDE = {
  '@media (min-width: 1024px)': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    border: '0',
    '& > li': { padding: '{spacing.1} {spacing.4} {spacing.2} 0', border: '0' },
    '& > li:last-child:nth-child(odd)': { gridColumn: '1 / -1' },
  },
} as const;

const ITEM = {
  gridTemplateColumns: '2.25rem 1fr',
  gridTemplateRows: 'auto 1fr',
  columnGap: { base: '3', md: '4' },
  alignItems: 'start',
  padding: { base: '{spacing.3} {spacing.4}', md: '{spacing.3} {spacing.5}' },
  lineHeight: 'snug',
} as const;

const ICON = {
  gridRow: 'span 2',
  width: '2.25rem',
  height: '2.25rem',
  borderRadius: 'control',
  bg: 'surface',
  color: 'accentText',
} as const;

const ICONS = {
  identity: 'M3 5h18v14H3zM7 15a2.5 2.5 0 0 1 5 0M9.5 11a1.2 1.2 0 1 0 0-.1M15 10h3M15 14h3',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  number: 'M9 4L7 20M17 4l-2 16M4 9h16M3 15h16',
  income: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  contact: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20c0-3.5 3-6 7-6s7 2.5 7 6',
  have_vehicle: 'M4 16v-4l2-5h12l2 5v4zM4 12h16M6 16v2M18 16v2M7.5 14h.1M16.5 14h.1',
  have_pet: 'M12 12c-3 0-5.5 3-5.5 5.5S9 20 12 20s5.5 0 5.5-2.5S15 12 12 12zM5 9.5v1M9.5 5v1.5M14.5 5v1.5M19 9.5v1',
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
} as const;

type ChecklistItem = readonly [keyof typeof ICONS, string, string?];

type ChecklistMessages = Messages<'entry'>['instruction']['have'];
type Settings = Configuration['documents'];

function listDocuments(messages: ChecklistMessages, settings: Settings = {}): ChecklistItem[] {
  const flow = applicationFlow();
  return [
    ...(stepInRole(flow, 'identity') ? identityItems(messages, settings) : []),
    ...(stepInRole(flow, 'income') ? incomeItems(messages, settings) : []),
  ];
}

function identityItems(messages: ChecklistMessages, settings: Settings): ChecklistItem[] {
  const identity = documentTypes().filter((type) => type.role === 'identity' && isAsked(type, settings));
  return [
    ...(identity.length ? [identityItem(messages, identity)] : []),
    ['home', messages.addresses, messages.addressesHelp],
    ['number', messages.ssn, isTypeAsked('ssn', settings) ? messages.ssnHelp : messages.ssnOnly],
  ];
}

function incomeItems({ income, incomeHelp, incomeTypes }: ChecklistMessages, settings: Settings): ChecklistItem[] {
  const asked = keysOf(incomeTypes).filter((name) => isTypeAsked(name, settings));
  if (asked.length === 0) return [];
  const list = joinList(asked.map((name) => incomeTypes[name]));
  const help = allowsPhotos({ 'x-photos': 'IncomePhotos' }, { settings }) ? incomeHelp.photos : incomeHelp.pdfs;
  return [['income', income, fillText(help, { list })]];
}

const isAsked = ({ setting }: { setting?: string }, settings: Settings): boolean =>
  !setting || settings[setting] !== 'Hide';

const isTypeAsked = (name: DocumentName, settings: Settings): boolean =>
  isAsked(documentType(documentId(name)) ?? {}, settings);

function identityItem(messages: ChecklistMessages, types: readonly DocumentType[]): ChecklistItem {
  const named: Partial<Record<string, string>> = messages.ids;
  const list = joinList(
    types.map(({ name, title }) => named[name] ?? title),
    'disjunction',
  );
  return ['identity', messages.identity, fillText(messages.identityHelp, { list })];
}

/** `['reference', 'emergency_reference']` → an item with "Email for a reference and an …". */
function contactsItem(messages: ChecklistMessages, asked: readonly string[], settings: Settings = {}): ChecklistItem[] {
  const { contacts, contactsHelp, contactsAndEmployer, askedContacts, employer } = messages;
  const hasEmployer = stepInRole(applicationFlow(), 'income') && incomeItems(messages, settings).length > 0;
  const people = pickAsked(askedContacts, asked).map((name) => askedContacts[name]);
  if (people.length === 0) return hasEmployer ? [['contact', employer]] : [];
  const help = hasEmployer ? contactsAndEmployer : contactsHelp;
  return [['contact', contacts, fillText(help, { list: joinList(people) })]];
}

/** Returns one item for all questions, such as those about vehicles and animals. */
function belongingsItem(
  { askedItems, askedHelp, allItems }: ChecklistMessages,
  asked: readonly string[],
): ChecklistItem[] {
  const names = pickAsked(askedItems, asked);
  const [first] = names;
  if (!first) return [];
  const isAll = names.length === keysOf(askedItems).length;
  return [isAll ? [first, allItems.title, allItems.help] : [first, askedItems[first], askedHelp[first]]];
}

const pickAsked = <Name extends string>(texts: Record<Name, string>, asked: readonly string[]): Name[] =>
  keysOf(texts).filter((name) => asked.includes(name));

function cardItem(messages: ChecklistMessages, fee?: number): ChecklistItem {
  const help = fee === undefined ? messages.cardLater : fillText(messages.cardHelp, { amount: formatDollars(fee) });
  return ['card', messages.card, help];
}
