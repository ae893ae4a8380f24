import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Input } from '@chakra-ui/react/input';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { useFollowedScan } from '../../api/scan';
import type { FollowedScan, ScanLink } from '../../contract/scan';
import { backOf } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import type { StoredDocument } from '../../model/formContext';
import type { DocumentStore } from '../form/formServices';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { DRAWN } from './parts';
import { isComplete } from './scanContext';
import { isAllThere } from './useCamera';
import { useScanLink } from './useScanLink';

interface ScanPanelProps {
  /** The place that is kept for it until it is there. */
  place: { minHeight: string; marginBottom: string };
  documentStore: DocumentStore;
  /** The identity document's pictures, reported again whenever the phone adds one. */
  onPictures(documents: readonly StoredDocument[]): void;
  /** The picture of the back could not be read: makes room for another. */
  onRetake(): void;
}

/** Hands the capture to a phone: the code with its link, and live what the phone has done. Nothing once there is nothing left to do. */
export function ScanPanel({ place, documentStore, onPictures, onRetake }: ScanPanelProps) {
  const hasAll = isAllThere(useSyncExternalStore(documentStore.subscribe, documentStore.list));
  const { link, problem, renew, cancel } = useScanLink(!hasAll);
  const { data: scan, error } = useFollowedScan(link?.id);
  const isDone = scan ? isComplete(scan) : hasAll;
  const isOver = problem === 'ended' || scan?.live === false || error?.status === 404;
  usePictures(scan, onPictures);
  if (hasAll && !scan) return null;
  return (
    <Flex
      as="aside"
      aria-labelledby="scan-panel-title"
      {...PANEL}
      {...place}
      minHeight={isDone ? '0' : place.minHeight}
    >
      <Box flex="1 1 16rem">
        <Box as="h3" id="scan-panel-title" marginBottom="2">
          {texts.panel.title}
        </Box>
        {!isDone && <p>{texts.panel.text}</p>}
        {scan && <ScanProgress scan={scan} onRetake={onRetake} />}
      </Box>
      {!isDone && link && !isOver && <ScanCode link={link} onCancel={cancel} />}
      {!isDone && (isOver || problem) && (
        <Grid role="status" {...BLANK}>
          <p>{problem === 'failed' ? texts.panel.failed : texts.panel.ended}</p>
          <Button onClick={renew}>{texts.panel.again}</Button>
        </Grid>
      )}
      {!isDone && !link && !problem && (
        <Grid as="p" role="status" {...BLANK}>
          {texts.panel.making}
        </Grid>
      )}
    </Flex>
  );
}

const PANEL = {
  wrap: 'wrap',
  justify: 'space-between',
  gap: '5',
  padding: '5',
  borderRadius: 'card',
  bg: 'surface',
} as const;

/** Where the code is to be, or was. */
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
  const tell = useEffectEvent(onPictures);
  const documents = scan?.documents;
  // The form keeps its answers outside React.
  useEffect(() => {
    if (documents) tell(documents);
  }, [documents]);
}

interface ScanCodeProps {
  link: ScanLink;
  onCancel(): void;
}

const SIZE = 184;

/** The code, the same link to copy, how long it lasts, and a way to take it back. */
export function ScanCode({ link, onCancel }: ScanCodeProps) {
  const [isCopied, setCopied] = useState<boolean>();
  const address = new URL(link.path, window.location.origin).href;
  const copy = async () => {
    const isDone = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    setCopied(isDone);
    if (isDone) announce(texts.panel.copied);
  };
  const time = formatMoment(link.expires_at, { timeStyle: 'short' });
  return (
    <Box flex="none" width="15rem" textAlign="center" css={CODE}>
      <QRCodeSVG value={address} size={SIZE} level="M" marginSize={2} title={texts.panel.code} />
      <Grid gap="2" marginBlock="{spacing.3} {spacing.2}">
        <Button onClick={copy}>{isCopied ? texts.panel.copied : texts.panel.copy}</Button>
        <Button variant="link" onClick={onCancel}>
          {texts.panel.stop}
        </Button>
      </Grid>
      {isCopied === false && (
        <Box as="label" display="block" marginBottom="2" {...SMALL}>
          {texts.panel.copyFailed}
          <Input readOnly value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
        </Box>
      )}
      <Box as="p" {...SMALL}>
        {fillText(texts.panel.minutes, { time })}
      </Box>
    </Box>
  );
}

const CODE = {
  '& > svg': { marginInline: 'auto', border: '1px solid {colors.hair}', borderRadius: 'control' },
} as const;
const SMALL = { color: 'muted', fontSize: 'small', lineHeight: 'snug' } as const;

type Mark = 'done' | 'open' | 'attention';

interface Line {
  text: string;
  mark: Mark;
}

interface ScanProgressProps {
  scan: FollowedScan;
  /** Makes room for a better picture of the back. */
  onRetake(): void;
}

/** What is there of the document, and what the phone has done; every change is read out. */
export function ScanProgress({ scan, onRetake }: ScanProgressProps) {
  const lines = linesOf(scan);
  const reached = lines.findLast(({ mark }) => mark !== 'open')?.text ?? '';
  // A screen reader is outside React.
  useEffect(() => {
    if (reached) announce(reached);
  }, [reached]);
  return (
    <Grid as="ol" gap="2" marginTop="4" aria-label={texts.panel.progress}>
      {lines.map(({ text, mark }) => (
        <Grid as="li" key={text} color={mark === 'open' ? 'muted' : undefined} {...LINE}>
          <Sign mark={mark} />
          <span>
            {text} <span className="rp-unseen">({texts.panel[mark]})</span>
          </span>
          {text === texts.panel.noBarcode && (
            <Button gridColumn="2" justifySelf="start" onClick={onRetake}>
              {texts.panel.retake}
            </Button>
          )}
        </Grid>
      ))}
    </Grid>
  );
}

const LINE = { gridTemplateColumns: '1.5rem 1fr', gap: '3', alignItems: 'center', position: 'relative' } as const;

function linesOf(scan: FollowedScan): Line[] {
  const { opened, front, back, barcode, name_matches } = scan;
  const hasBack = !front.res || backOf(front.document_typeid) !== undefined;
  const lines = [line(texts.panel.front, front.res ? 'done' : 'open')];
  // A file from this computer says nothing of a phone.
  if (opened) lines.unshift(line(texts.panel.opened, 'done'));
  else if (!isComplete(scan)) lines.unshift(line(texts.panel.waiting, 'open'));
  if (!hasBack) return lines;
  lines.push(line(texts.panel.back, back.res ? 'done' : 'open'));
  lines.push(
    barcode === 'unread'
      ? line(texts.panel.noBarcode, 'attention')
      : line(texts.panel.barcode, barcode === 'read' ? 'done' : 'open'),
  );
  if (name_matches === false) lines.push(line(texts.panel.noName, 'attention'));
  else if (barcode !== 'unread') lines.push(line(texts.panel.name, name_matches ? 'done' : 'open'));
  return lines;
}

const line = (text: string, mark: Mark): Line => ({ text, mark });

const SHAPES: Record<Mark, string> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  open: 'M12 12h.01',
  attention: 'M12 6v7M12 17h.01',
};

function Sign({ mark }: { mark: Mark }) {
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
  attention: { bg: 'error', stroke: 'paper' },
} as const;
