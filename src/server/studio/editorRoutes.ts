import type { FastifyInstance } from 'fastify';
import { type EditorWish, type FieldEditor, studioVersions } from '../../contract/studio';
import { fieldEditor, hasOtherCondition, nodeAt, readField } from '../../model/fieldEditor';
import { resolveSection } from '../../model/resolveSection';
import type { Deps } from '../deps';
import { compileForBoth } from '../forms/compiledSections';
import { noOverlay } from '../forms/forms';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { changedSchemas, inventedContext } from './changedSchemas';
import { requireStudio } from './studioAccess';

/** The editor of a field: a section made from schemas/meta, resolved, compiled and served as any other. */
export function editorRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, studioVersions);
  on('POST /studio/editor', async ({ body }) => answer(await editorOf(deps, body)), {
    onRequest: requireStudio(deps, 'edit'),
  });
}

/** Throws `notFound` for a field that is not there. */
async function editorOf(deps: Deps, { section, path, changes }: EditorWish): Promise<FieldEditor> {
  const { catalogue, files } = changes ? changedSchemas(deps, section, changes) : deps.forms;
  if (!catalogue.sectionNames.includes(section)) throw refuse('notFound');
  const { schema: whole, ui } = catalogue.section(section);
  if (!nodeAt(whole, path)) throw refuse('notFound');
  const plain = resolveSection(fieldEditor(files, whole, path), noOverlay, catalogue.messages);
  const { hash, code } = compileForBoth(plain).module();
  await deps.stores.forms.keepValidator(hash, code);
  const { name, schema, ui: drawn, rules, removed } = plain;
  return {
    served: { name, schema, ui: drawn, rules, removed, validator: `/api/forms/validators/${hash}.js` },
    context: await inventedContext(deps, 'Property'),
    answers: readField(whole, ui, path),
    isComplex: hasOtherCondition(whole, path),
  };
}
