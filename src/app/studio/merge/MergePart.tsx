import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import type { ReactNode } from 'react';
import type { Newer } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import type { InFile } from '../../../model/studio/merge/mergeDraft';
import type { Conflict, Side } from '../../../model/studio/merge/mergeJson';
import type { FileChanges } from '../../../model/studio/roles';
import type { SchemaFiles } from '../../../model/types';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { resolveSchema, sectionFiles } from '../draftFiles';
import { describePoint, describeValue, type Reader } from './describeChange';
import { type DraftBase, type Merged, useMerge } from './useMerge';

interface MergePartProps {
  draft: DraftBase;
  newest: number;
  files?: SchemaFiles;
  onMerged(changes: FileChanges, head: number): void;
  /** Hidden while a conflict is open. */
  children: ReactNode;
}

export function MergePart({ draft, newest, files = {}, onMerged, children }: MergePartProps) {
  const words = useMessages('studio').merge;
  const { versions, conflicts, error, last, pick, hide } = useMerge(draft, newest, onMerged);
  const reader: Reader = { words, schemaOf: (section) => readSection(files, section) };
  return (
    <>
      {error && <Banner kind="error" title={fillText(words.failed, { reason: error.message })} />}
      {last && conflicts.length === 0 && <MergedList {...last} reader={reader} onHide={hide} />}
      {conflicts.length > 0 && (
        <Banner kind="warning" title={fillText(words.conflicts, { count: conflicts.length })}>
          <VersionList versions={versions} />
          <Grid as="ul" gap="4" marginTop="3">
            {conflicts.map((one) => (
              <ConflictRow
                key={`${one.file} ${one.path.join('/')}`}
                conflict={one}
                reader={reader}
                onPick={(side) => pick(one.file, one.path, side)}
              />
            ))}
          </Grid>
        </Banner>
      )}
      <Box hidden={conflicts.length > 0} minWidth="0">
        {children}
      </Box>
    </>
  );
}

function readSection(files: SchemaFiles, section: string) {
  const { schema } = sectionFiles(section);
  const file = schema in files ? schema : `definitions/${section}.json`;
  return file in files ? resolveSchema(files, file) : undefined;
}

function VersionList({ versions }: Pick<Newer, 'versions'>) {
  const words = useMessages('studio').merge;
  return (
    <>
      {versions.map(({ live_no, author, note }) => (
        <p key={live_no} className="rp-help">
          {fillText(words.version, { number: live_no, author, note })}
        </p>
      ))}
    </>
  );
}

interface MergedListProps extends Merged {
  reader: Reader;
  onHide(): void;
}

function MergedList({ versions, merged, reader, onHide }: MergedListProps) {
  const { words } = reader;
  return (
    <Banner kind="info" title={merged.length > 0 ? words.done : words.nothing}>
      <VersionList versions={versions} />
      <Box as="ul" paddingInlineStart="5" listStyle="revert" overflowWrap="anywhere">
        {merged.map(({ before, after, ...point }) => (
          <li key={`${point.file} ${point.path.join('/')}`}>
            {fillText(words.change, describePoint(point, reader))}{' '}
            <span className="rp-help">
              {fillText(words.fromTo, { before: describeValue(before, words), after: describeValue(after, words) })}
            </span>
          </li>
        ))}
      </Box>
      <Button onClick={onHide}>{words.hide}</Button>
    </Banner>
  );
}

interface ConflictRowProps {
  conflict: InFile<Conflict>;
  reader: Reader;
  onPick(side: Side): void;
}

function ConflictRow({ conflict, reader, onPick }: ConflictRowProps) {
  const { words } = reader;
  const what = fillText(words.change, describePoint(conflict, reader));
  const shown = [
    [words.before, conflict.base],
    [words.theirs, conflict.theirs],
    [words.mine, conflict.mine],
  ] as const;
  return (
    <Box as="li" borderTop="1px solid" borderColor="edge" paddingTop="3" overflowWrap="anywhere">
      <strong>{what}</strong>
      <Grid as="dl" templateColumns="max-content minmax(0, 1fr)" columnGap="4" rowGap="1" marginBlock="2">
        {shown.map(([name, value]) => (
          <Box key={name} display="contents">
            <Box as="dt" color="muted">
              {name}
            </Box>
            <dd>{describeValue(value, words)}</dd>
          </Box>
        ))}
      </Grid>
      <Flex gap="3" wrap="wrap">
        <Button aria-label={fillText(words.keepMineAria, { what })} onClick={() => onPick('mine')}>
          {words.keepMine}
        </Button>
        <Button aria-label={fillText(words.takeTheirsAria, { what })} onClick={() => onPick('theirs')}>
          {words.takeTheirs}
        </Button>
      </Flex>
    </Box>
  );
}
