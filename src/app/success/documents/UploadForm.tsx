import { useRef } from 'react';
import { SectionForm } from '../../../engine/SectionForm';
import type { SectionHandle } from '../../../engine/useSection';
import { useMessages } from '../../../messages/useMessages';
import type { Answers, Checker, Context } from '../../../model/types';
import type { PageServices } from '../../form/formServices';
import { toast } from '../../ui/Toaster';
import type { UploadBlock } from './uploadBlocks';

interface UploadFormProps {
  block: UploadBlock;
  checker: Checker;
  context: Context;
  services: PageServices;
}

/** Saves the "newly employed" checkbox right away. */
export function UploadForm({ block: { served, initial, source }, services, ...rest }: UploadFormProps) {
  const messages = useMessages('success').documents;
  const form = useRef<SectionHandle>(null);
  const stored = useRef(initial.allowOfferLetter === true);

  async function onChange({ allowOfferLetter }: Answers) {
    const isAllowed = allowOfferLetter === true;
    if (source === undefined || isAllowed === stored.current) return;
    const before = stored.current;
    stored.current = isAllowed;
    try {
      await services.allowOfferLetter(source, isAllowed);
    } catch {
      stored.current = before;
      form.current?.write([{ path: ['allowOfferLetter'], value: before }]);
      toast('error', messages.failed);
    }
  }

  return (
    <SectionForm
      ref={form}
      section={served}
      services={services}
      initial={initial}
      mode="live"
      onChange={(answers) => void onChange(answers)}
      {...rest}
    />
  );
}
