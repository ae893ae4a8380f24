import { type Ref, useEffect, useRef } from 'react';
import type { DecisionPreview } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';
import { preventBreaks } from '../ui/preventBreaks';
import { languageName } from './languageName';

export function EmailPreview({ preview: { email, letter }, name }: { preview: DecisionPreview; name: string }) {
  const messages = useMessages('office').acts;
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    text.current?.focus({ preventScroll: true });
    text.current?.scrollIntoView({ block: 'start' });
  }, []);
  if (!email) return <Banner kind="info" title={messages.previewNone} />;
  const notes = [
    email.language && fillText(messages.language, { language: languageName(email.language) }),
    letter && messages.previewLetter,
  ].filter(Boolean);
  return (
    <>
      <Banner kind="info" title={fillText(messages.previewLead, { name, to: email.to })}>
        <p>{notes.join(' ')}</p>
      </Banner>
      <EmailText ref={text} email={email} />
    </>
  );
}

export function EmailText({
  email: { language, subject, text },
  ref,
}: {
  email: NonNullable<DecisionPreview['email']>;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable with the keyboard.
    <div ref={ref} tabIndex={0} className="of-email" lang={language || undefined}>
      <p>
        <strong>{subject}</strong>
      </p>
      <p className="of-letter">{preventBreaks(text)}</p>
    </div>
  );
}
