import { type Static, Type } from 'typebox';
import { describeResource, nullable, OFFICE_ACCESS } from './call';
import { ListFilters } from './office';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 });

const { search: _search, updated_since: _since, lang: _lang, ...viewed } = ListFilters.properties;
const ViewQuery = Type.Object(viewed, { additionalProperties: false });

const SavedView = Type.Object({ id: Type.Integer(), name: Type.String(), query: ViewQuery });
export type SavedView = Static<typeof SavedView>;

const Views = Type.Object({ views: Type.Array(SavedView) });

export const officeViews = describeResource(
  { tag: 'Office views', part: 'office', proofs: ['officeCookie'] },
  {
    'GET /office/views': { summary: 'The user’s saved views of the list', open: true, answer: Views },
    'POST /office/views': {
      summary: 'Saves a view; one with the same name is replaced',
      open: true,
      body: Type.Object({ name: Type.String({ maxLength: 60 }), query: ViewQuery }, { additionalProperties: false }),
      answer: Views,
    },
    'POST /office/views/remove': {
      summary: 'Deletes a saved view',
      open: true,
      body: Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
      answer: Views,
    },
  },
);

const Count = Type.Integer();

const Totals = {
  submitted: Count,
  /** Applications from this period that have been decided. */
  decided: Count,
  /** Median days from submission to first decision. Null without decisions. */
  days_to_decision: nullable(Type.Number()),
  /** Undecided applications that lack a required document. */
  missing: Count,
  requested: Count,
};

const FiguresQuery = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    property: Type.Optional(Type.String({ maxLength: 60 })),
    lang: Type.Optional(Type.String({ maxLength: 10 })),
  },
  { additionalProperties: false },
);
export type FiguresQuery = Static<typeof FiguresQuery>;

const Figures = Type.Object({
  from: Day,
  to: Day,
  ...Totals,
  unit: Type.Unsafe<'day' | 'week' | 'month'>({ type: 'string', enum: ['day', 'week', 'month'] }),
  /** Includes periods without submissions or decisions. */
  periods: Type.Array(Type.Object({ from: Day, submitted: Count, decided: Count })),
  /** Most applications first. A null code means no property. */
  properties: Type.Array(Type.Object({ code: nullable(Type.String()), name: Type.String(), ...Totals })),
});
export type Figures = Static<typeof Figures>;

const Properties = Type.Object({
  properties: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
});

export const officeFigures = describeResource(
  { tag: 'Office figures', ...OFFICE_ACCESS },
  {
    'GET /office/figures': {
      summary: 'Submitted applications, time to a decision and missing documents, for a period of up to two years',
      open: true,
      query: FiguresQuery,
      answer: Figures,
    },
    'GET /office/properties': { summary: 'Properties with applications', open: true, answer: Properties },
  },
);

const AuditQuery = Type.Object(
  { from: Type.Optional(Day), to: Type.Optional(Day), lang: Type.Optional(Type.String({ maxLength: 10 })) },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

export const officeAudit = describeResource(
  { tag: 'Office audit log', part: 'office', proofs: ['officeCookie'] },
  {
    'GET /office/audit.csv': {
      summary: 'The landlord’s audit log as CSV, without masked facts',
      open: true,
      query: AuditQuery,
      content: 'download',
    },
  },
);
