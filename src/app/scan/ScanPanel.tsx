import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Input } from '@chakra-ui/react/input';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useFollowedScan } from '../../api/scan';
import type { FollowedScan, ScanLink } from '../../contract/scan';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import type { StoredDocument } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import { findBack } from '../../model/section/documentTypes';
import type { DocumentStore } from '../form/formServices';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { DRAWN } from './parts';
import { isComplete } from './scanContext';
import { isAllThere } from './useCamera';
import { useScanLink } from './useScanLink';

interface ScanPanelProps {
  documentStore: DocumentStore;
  onPictures(documents: readonly StoredDocument[]): void;
  onRetake(): void;
  onEditName(): void;
}

export function ScanPanel({ documentStore, onPictures, onRetake, onEditName }: ScanPanelProps) {
  const messages = useMessages('scan').panel;
  const hasAll = isAllThere(useSyncExternalStore(documentStore.subscribe, documentStore.list));
  const { link, problem, renew, cancel } = useScanLink(!hasAll);
  const { data: scan, error } = useFollowedScan(link?.id);
  const isDone = scan ? isComplete(scan) : hasAll;
  const isOver = problem === 'ended' || scan?.live === false || error?.status === 404;
  usePictures(scan, onPictures);
  if (hasAll && !scan) return null;
  return (
    <Flex as="aside" aria-labelledby="scan-panel-title" {...PANEL}>
      <Box flex="1 1 16rem">
        <Box as="h3" id="scan-panel-title" marginBottom="2">
          {isDone ? messages.pictures : messages.title}
        </Box>
        {!isDone && <p>{messages.text}</p>}
        {scan && <ScanProgress scan={scan} onRetake={onRetake} onEditName={onEditName} />}
      </Box>
      {!isDone && link && !isOver && <ScanCode link={link} onCancel={cancel} />}
      {!isDone && (isOver || problem) && (
        <Grid role="status" {...BLANK}>
          <p>{problem === 'failed' ? messages.failed : messages.ended}</p>
          <Button onClick={renew}>{messages.again}</Button>
        </Grid>
      )}
      {!isDone && !link && !problem && (
        <Grid as="p" role="status" {...BLANK}>
          {messages.making}
        </Grid>
      )}
    </Flex>
  );
}

const PANEL = {
  wrap: 'wrap',
  justify: 'space-between',
  gap: '5',
  marginBlock: '5',
  padding: '5',
  borderRadius: 'card',
  bg: 'surface',
} as const;

const BLANK = {
  flex: 'none',
  gap: '3',
  placeContent: 'center',
  justifyItems: 'center',
  alignSelf: 'stretch',
  width: '15rem',
  padding: '4',
  border: '1px dashed {colors.edge}',
  borderRadius: 'control',
  textAlign: 'center',
} as const;

function usePictures(scan: FollowedScan | undefined, onPictures: ScanPanelProps['onPictures']): void {
  const reportPictures = useEffectEvent(onPictures);
  const documents = scan?.documents;
  useEffect(() => {
    if (documents) reportPictures(documents);
  }, [documents]);
}

const SIZE = 184;

export function ScanCode({ link, onCancel }: { link: ScanLink; onCancel(): void }) {
  const messages = useMessages('scan').panel;
  const [isCopied, setCopied] = useState<boolean>();
  const address = new URL(link.path, window.location.origin).href;
  const copy = async () => {
    const isDone = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    setCopied(isDone);
    if (isDone) announce(messages.copied);
  };
  const time = formatMoment(link.expires_at, { timeStyle: 'short' }, document.documentElement.lang);
  return (
    <Box flex="none" width="15rem" textAlign="center" css={CODE}>
      <QRCodeSVG value={address} size={SIZE} level="M" marginSize={2} title={messages.code} />
      <Grid gap="2" marginBlock="{spacing.3} {spacing.2}">
        <Button onClick={copy}>{isCopied ? messages.copied : messages.copy}</Button>
        <Button variant="link" onClick={onCancel}>
          {messages.stop}
        </Button>
      </Grid>
      {isCopied === false && (
        <Box as="label" display="block" marginBottom="2" {...SMALL}>
          {messages.copyFailed}
          <Input readOnly value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
        </Box>
      )}
      <Box as="p" {...SMALL}>
        {fillText(messages.minutes, { time })}
      </Box>
    </Box>
  );
}

const CODE = {
  '& > svg': { marginInline: 'auto', border: '1px solid {colors.hair}', borderRadius: 'control' },
} as const;
const SMALL = { color: 'muted', fontSize: 'small', lineHeight: 'snug' } as const;

/** `unread`: the applicant can take another picture, but doesn't have to. */
type Mark = 'done' | 'open' | 'unread' | 'attention';

interface Line {
  text: string;
  mark: Mark;
}

interface ScanProgressProps extends Pick<ScanPanelProps, 'onRetake' | 'onEditName'> {
  scan: FollowedScan;
}

/** Shows the scan's progress and announces the latest result. */
export function ScanProgress({ scan, onRetake, onEditName }: ScanProgressProps) {
  const messages = useMessages('scan');
  const lines = progressLines(scan, messages);
  const reached = lines.findLast(({ mark }) => mark !== 'open')?.text ?? '';
  useEffect(() => {
    if (reached) announce(reached);
  }, [reached]);
  return (
    <Grid as="ol" gap="2" marginTop="4" aria-label={messages.panel.progress}>
      {lines.map(({ text, mark }) => (
        <Grid as="li" key={text} color={mark === 'open' ? 'muted' : undefined} {...LINE}>
          <ScanMark mark={mark} />
          <span>
            {text}
            {(mark === 'open' || mark === 'attention') && (
              <span className="rp-unseen">{` (${messages.panel[mark]})`}</span>
            )}
          </span>
          {text === messages.panel.noBarcode && (
            <Button gridColumn="2" justifySelf="start" onClick={onRetake}>
              {messages.panel.retake}
            </Button>
          )}
          {text === messages.panel.noName && (
            <Button gridColumn="2" justifySelf="start" onClick={onEditName}>
              {messages.panel.editName}
            </Button>
          )}
        </Grid>
      ))}
    </Grid>
  );
}

const LINE = { gridTemplateColumns: '1.5rem 1fr', gap: '3', alignItems: 'center', position: 'relative' } as const;

function progressLines(scan: FollowedScan, messages: Messages<'scan'>): Line[] {
  const { opened, front, back, barcode, name_matches } = scan;
  const hasBack = !front.res || findBack(front.document_typeid) !== undefined;
  const lines = [line(messages.panel.front, front.res ? 'done' : 'open')];
  // If all files were uploaded from this computer, `opened` and `waiting` are left out.
  if (opened) lines.unshift(line(messages.panel.opened, 'done'));
  else if (!isComplete(scan)) lines.unshift(line(messages.panel.waiting, 'open'));
  if (!hasBack) return lines;
  lines.push(line(messages.panel.back, back.res ? 'done' : 'open'));
  if (barcode === 'unread') lines.push(line(messages.panel.noBarcode, 'unread'));
  else if (barcode === 'read') lines.push(line(messages.panel.barcode, 'done'));
  // If the back was uploaded from this computer, there may be no barcode to wait for.
  else if (opened) lines.push(line(messages.panel.barcode, 'open'));
  if (name_matches === false) lines.push(line(messages.panel.noName, 'attention'));
  else if (name_matches) lines.push(line(messages.panel.name, 'done'));
  return lines;
}

const line = (text: string, mark: Mark): Line => ({ text, mark });

const EXCLAMATION_MARK = 'M12 6v7M12 17h.01';

const SHAPES: Record<Mark, string> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  open: 'M12 12h.01',
  unread: EXCLAMATION_MARK,
  attention: EXCLAMATION_MARK,
};

function ScanMark({ mark }: { mark: Mark }) {
  return (
    <Box asChild width="1.5rem" padding="0.2rem" borderRadius="50%" {...DRAWN} {...SIGNS[mark]}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[mark]} />
      </svg>
    </Box>
  );
}

const SIGNS = {
  done: { bg: 'good', stroke: 'paper' },
  open: { bg: 'hair', stroke: 'edge' },
  unread: { bg: 'hair', stroke: 'ink' },
  attention: { bg: 'error', stroke: 'paper' },
} as const;
