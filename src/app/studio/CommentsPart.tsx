import { Box } from '@chakra-ui/react/box';
import { Textarea } from '@chakra-ui/react/textarea';
import { type FormEvent, useMemo, useState } from 'react';
import { toApiError } from '../../api/apiError';
import { addComment, resolveComment, useComments } from '../../api/studio';
import type { StudioComment } from '../../contract/studioComments';
import { useMessages } from '../../messages/useMessages';
import { findUi } from '../../model/answers/paths';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { MAX_COMMENT } from '../../model/studio/comments';
import { mayDo, type StudioRole } from '../../model/studio/roles';
import { type ListedField, listFields } from '../../model/studio/sectionFile';
import type { SchemaFiles } from '../../model/types';
import { chosenLanguage } from '../language/servedMessages';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { readSchema, resolveSchema, sectionFiles } from './draftFiles';
import { Part, SmallHeading, Versions } from './parts';

interface CommentsPartProps {
  section: string;
  /** Null for the form that all subscribers share. */
  subscriber: string | null;
  files: SchemaFiles;
  version: string | null;
  role: StudioRole;
}

export function CommentsPart({ section, subscriber, files, version, role }: CommentsPartProps) {
  const words = useMessages('studio').comments;
  const fields = useMemo(() => fieldsOf(section, files), [section, files]);
  const { data, error, mutate } = useComments(section, subscriber);
  const [problem, setProblem] = useState('');
  const comments = data?.comments ?? [];
  const open = comments.filter(({ resolved_at }) => resolved_at === null);
  const resolved = comments.filter(({ resolved_at }) => resolved_at !== null);
  const list = { fields, mayResolve: (one: StudioComment) => one.isOwn || mayDo(role, 'edit'), onResolve: resolve };
  return (
    <Part title={fillText(words.title, { count: open.length })} open={open.length > 0}>
      {(error || problem) && <Banner kind="error" title={error?.message ?? problem} />}
      {data && open.length === 0 && <p className="rp-help">{words.none}</p>}
      <CommentList comments={open} {...list} />
      <CommentForm key={section} fields={fields} onAdd={add} />
      {resolved.length > 0 && (
        <Part title={words.resolved}>
          <CommentList comments={resolved} {...list} />
        </Part>
      )}
    </Part>
  );

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setProblem('');
    try {
      await work();
      await mutate();
      return true;
    } catch (cause) {
      setProblem(toApiError(cause).message);
      return false;
    }
  }

  function add(field: string, text: string) {
    return run(() => addComment({ section, subscriber, version, field, text }));
  }

  function resolve({ id }: StudioComment) {
    void run(() => resolveComment(id));
  }
}

function fieldsOf(section: string, files: SchemaFiles): ListedField[] {
  const { schema, ui } = sectionFiles(section);
  return listFields(readSchema(files, schema), resolveSchema(files, schema), findUi(files, ui));
}

interface CommentListProps {
  comments: readonly StudioComment[];
  fields: readonly ListedField[];
  mayResolve(comment: StudioComment): boolean;
  onResolve(comment: StudioComment): void;
}

function CommentList({ comments, fields, mayResolve, onResolve }: CommentListProps) {
  const words = useMessages('studio').comments;
  const labelOf = ({ field }: StudioComment) => {
    if (field === '') return words.whole;
    const label = fields.find(({ path }) => path.join('/') === field)?.label;
    return label ?? fillText(words.gone, { field });
  };
  if (comments.length === 0) return null;
  return (
    <Versions>
      {comments.map((comment) => (
        <li key={comment.id}>
          <SmallHeading as="h3">{labelOf(comment)}</SmallHeading>
          <Box as="p" whiteSpace="pre-wrap">
            {comment.text}
          </Box>
          <p className="rp-help">
            {fillText(words.by, { author: comment.author, when: shownMoment(comment.written_at) })}
            {comment.version !== null && ` · ${fillText(words.onVersion, { number: comment.version })}`}
            {comment.resolved_at !== null &&
              ` · ${fillText(words.resolvedBy, { author: comment.resolved_by, when: shownMoment(comment.resolved_at) })}`}
          </p>
          {comment.resolved_at === null && mayResolve(comment) && (
            <Button
              aria-label={fillText(words.resolveAria, { author: comment.author, field: labelOf(comment) })}
              onClick={() => onResolve(comment)}
            >
              {words.resolve}
            </Button>
          )}
        </li>
      ))}
    </Versions>
  );
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

const shownMoment = (moment: string) => formatMoment(moment, MOMENT, chosenLanguage());

interface CommentFormProps {
  fields: readonly ListedField[];
  /** Resolves to false on failure. */
  onAdd(field: string, text: string): Promise<boolean>;
}

function CommentForm({ fields, onAdd }: CommentFormProps) {
  const words = useMessages('studio').comments;
  const [field, setField] = useState('');
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function add(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    if (await onAdd(field, text.trim())) setText('');
    setBusy(false);
  }
  return (
    <form onSubmit={(event) => void add(event)}>
      <FieldRow label={words.about}>
        {(control) => (
          <SelectBox {...control} value={field} onChange={(event) => setField(event.target.value)}>
            <option value="">{words.whole}</option>
            {fields.map(({ path, label }) => (
              <option key={path.join('/')} value={path.join('/')}>
                {label}
              </option>
            ))}
          </SelectBox>
        )}
      </FieldRow>
      <FieldRow label={words.text} help={fillText(words.textHelp, { max: MAX_COMMENT })}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MAX_COMMENT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FieldRow>
      <Button type="submit" disabled={text.trim() === '' || isBusy}>
        {words.add}
      </Button>
    </form>
  );
}
