import type { FastifyInstance } from 'fastify';
import { type StudioComment, studioComments } from '../../../contract/studioComments';
import { messages } from '../../../messages/serverMessages';
import { MAX_OPEN_COMMENTS } from '../../../model/studio/comments';
import { mayDo } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { answer, routesOf } from '../../platform/http/routesOf';
import { addComment, type CommentRow, findComment, listComments, resolveComment } from './commentRepository';
import { requireStudio, requireStudioPerson, type StudioAccess } from './studioAccess';
import { refuse } from './studioErrors';
import { readStoredSettings } from './subscriberVersion';
import { findVersion } from './versionRepository';

export function commentRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('studio').done;
  const on = routesOf(api, deps, studioComments);
  const { db, clock } = deps;
  const person = { onRequest: requireStudioPerson(deps) };

  on(
    'GET /studio/comments/:section',
    async ({ params, query, studio }) => {
      const rows = await listComments(db, params.section, query.subscriber ?? null);
      return answer({ comments: rows.map((row) => describeComment(row, studio)) });
    },
    { onRequest: requireStudio(deps, 'look') },
  );

  on(
    'POST /studio/comments',
    async ({ body, studio }) => {
      await deps.limits.take('studioComment', { account: studio.id ?? '' });
      if (!deps.forms.catalog.sectionNames.includes(body.section)) throw refuse('notFound');
      if (body.subscriber !== null) await readStoredSettings(db, body.subscriber);
      if (body.version !== null && !(await findVersion(db, body.version))) throw refuse('notFound');
      const comment = { ...body, text: body.text.trim() };
      const row = await addComment(db, comment, { by: studio, now: clock(), most: MAX_OPEN_COMMENTS });
      if (!row) throw refuse('tooManyComments');
      return answer(describeComment(row, studio), texts.commented);
    },
    person,
  );

  on(
    'POST /studio/comments/:id/resolve',
    async ({ params, studio }) => {
      const comment = await findComment(db, params.id);
      if (!comment) throw refuse('notFound');
      if (!isOwn(comment, studio) && !mayDo(studio.role, 'edit')) throw refuse('notAllowed');
      const row = await resolveComment(db, comment.id, { by: studio, now: clock() });
      return answer(describeComment(row ?? comment, studio), texts.resolved);
    },
    person,
  );
}

const isOwn = ({ person_id }: CommentRow, { id }: StudioAccess) => id !== null && person_id === id;

function describeComment(row: CommentRow, reader: StudioAccess): StudioComment {
  const { id, section, field, text, author, resolved_by } = row;
  return {
    ...{ id: String(id), section, subscriber: row.subscriber_id, field, text, author, isOwn: isOwn(row, reader) },
    version: row.version_id === null ? null : String(row.version_id),
    written_at: row.written_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by,
  };
}
