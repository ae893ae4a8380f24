import type { Problem } from '../../../model/catalogueError';
import { editorLists } from './editorLists';
import type { LintCheck } from './lintSources';

/** `stale-list`: a list for editors in `meta/` that no longer says what the program knows. */
export const lintLists: LintCheck = ({ files, widgets }) =>
  editorLists(files, widgets)
    .filter(({ file, content }) => JSON.stringify(files[file]) !== JSON.stringify(content))
    .map(
      ({ file }): Problem => ({
        code: 'stale-list',
        file,
        path: '',
        mend: "The program knows other names; run 'npm run schemas -- meta'.",
      }),
    );
