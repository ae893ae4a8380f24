import { useState } from 'react';
import texts from '../../../../schemas/texts/success.json';
import type { ApplicationSummary } from '../../../api/summary';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { DocumentDialog } from './DocumentDialog';

interface DocumentUploadProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

const words = texts.documents;

/** The link to the documents: one more step while required ones are missing, else a look at them (spec 003, section 2). */
export function DocumentUpload({ summary, trnId, onChanged }: DocumentUploadProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChanged();
  };
  const { document_status, applicationID } = summary;
  return (
    <>
      <Banner kind={document_status ? 'success' : 'warning'} title={document_status ? undefined : words.step}>
        {!document_status && <p>{words.incomplete}</p>}
        <Button onClick={() => setOpen(true)}>{document_status ? words.view : words.upload}</Button>
      </Banner>
      {isOpen && <DocumentDialog trnId={trnId} applicationNumber={String(applicationID)} onClose={close} />}
    </>
  );
}
