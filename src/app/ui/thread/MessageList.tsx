import { Box } from '@chakra-ui/react/box';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toApiError } from '../../../api/apiError';
import type { Message } from '../../../contract/messages';
import { useMessages } from '../../../messages/useMessages';
import { formatMoment } from '../../../model/format/dates';
import { fillText } from '../../../model/messages/fillText';
import { Button } from '../Button';
import { refusalMessage } from '../LoadError';
import { toast } from '../Toaster';

interface MessageListProps {
  messages: readonly Message[];
  reader: Message['from'];
  nameOf(message: Message): string;
  onOpen(file: Message['files'][number]): Promise<void> | void;
  /** Called with the last unread message's id once the end of the list is visible. */
  onSeen?(last: number): void;
}

/** Messages that were unread when they loaded stay marked as new. */
export function MessageList({ messages: all, reader, nameOf, onOpen, onSeen }: MessageListProps) {
  const messages = useMessages('thread');
  const unread = all.filter(({ from, is_read }) => from !== reader && !is_read).map(({ id }) => id);
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]));
  const end = useSeen(unread.at(-1), onSeen);
  if (all.length === 0) return <p className="rp-help">{messages.empty}</p>;
  return (
    <Box as="ol" listStyle="none" marginBlock="3">
      {all.map((message, index) => (
        <Box
          as="li"
          key={message.id}
          ref={index === all.length - 1 ? end : undefined}
          data-from={message.from}
          {...ITEM}
          {...(message.from === reader && OWN)}
        >
          <p>
            <strong translate="no">{nameOf(message)}</strong>
            {fresh.has(message.id) && (
              <Box as="span" marginInlineStart="2" color="accentText" fontWeight="bold">
                {messages.new}
              </Box>
            )}
          </p>
          {message.text && (
            <Box as="p" whiteSpace="pre-wrap" overflowWrap="anywhere" translate="no">
              {message.text}
            </Box>
          )}
          {message.files.map((file) => (
            <Button
              key={file.id}
              variant="link"
              aria-label={fillText(messages.open, file)}
              onClick={() => void open(file)}
            >
              <Box as="span" overflowWrap="anywhere" whiteSpace="normal" textAlign="start" translate="no">
                {file.name}
              </Box>
            </Button>
          ))}
          <p className="rp-help">{describe(message)}</p>
        </Box>
      ))}
    </Box>
  );

  function describe({ at, by_email, from, is_read }: Message): string {
    const date = formatMoment(at, { dateStyle: 'medium', timeStyle: 'short' }, document.documentElement.lang);
    const state = from === reader ? (is_read ? messages.read : messages.notRead) : '';
    return [date, by_email && messages.byEmail, state].filter(Boolean).join(' · ');
  }

  async function open(file: Message['files'][number]) {
    try {
      await onOpen(file);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.openFailed));
    }
  }
}

/** Returns a ref for the last message. Calls `onSeen` when that message is visible. */
function useSeen(last: number | undefined, onSeen?: (last: number) => void) {
  const end = useRef<HTMLLIElement>(null);
  const report = useEffectEvent((id: number) => onSeen?.(id));
  useEffect(() => {
    if (!end.current || last === undefined) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      report(last);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [last]);
  return end;
}

const ITEM = {
  marginBottom: '3',
  padding: '3',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
  marginInlineEnd: { base: '4', md: '7' },
} as const;

const OWN = { marginInlineStart: { base: '4', md: '7' }, marginInlineEnd: '0', bg: 'surface' } as const;
