import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { toApiError } from '../../api/apiError';
import { isPredictionEnabled, predictClass } from '../../api/income';
import type { Prediction } from '../../contract/income';
import { PagePreview } from '../../engine/PagePreview';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { documentTypes } from '../../model/section/documentTypes';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { PageHeading } from '../shell/PageHeading';
import { Loader } from '../ui/Skeleton';

interface PredictionPageProps {
  otherwise: ReactNode;
}

/** A test page, shown only if prediction is on (docs/spec/003.md, §2). */
export function PredictionPage({ otherwise }: PredictionPageProps) {
  const messages = useMessages('income').prediction;
  const { pathname } = useLocation();
  const type = documentTypes().find(({ prediction }) => prediction?.route === pathname.replace(/\/$/, ''));
  const { data: isOn, error } = useSWRImmutable('prediction', isPredictionEnabled);
  if (isOn === undefined && !error) return <Loader />;
  if (!isOn || !type?.prediction) return otherwise;
  const { title } = type.prediction;
  return (
    <ApplicationFrame isBeside>
      <PageHeading title={title}>{title}</PageHeading>
      <p className="rp-frame__lead">{messages.intro}</p>
      <PredictionForm key={type.id} documentTypeId={type.id} />
    </ApplicationFrame>
  );
}

export function PredictionForm({ documentTypeId }: { documentTypeId: number }) {
  const messages = useMessages('income').prediction;
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<Prediction>();
  const [message, setMessage] = useState('');

  async function predict(chosen: File) {
    setFound(undefined);
    setFile(chosen.type === 'application/pdf' ? chosen : undefined);
    setMessage(chosen.type === 'application/pdf' ? '' : messages.wrongType);
    if (chosen.type !== 'application/pdf') return;
    try {
      setFound(await predictClass(chosen, documentTypeId));
    } catch (cause) {
      setMessage(toApiError(cause).message);
    }
  }

  return (
    <Grid gap="4" css={{ '& canvas': { width: 'min(100%, 26rem)', height: 'auto' } }}>
      <div className="rp-field">
        <label className="rp-label" htmlFor="prediction-file">
          {messages.choose}
        </label>
        <chakra.input
          maxWidth="100%"
          id="prediction-file"
          type="file"
          accept="application/pdf,.pdf"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) void predict(chosen);
          }}
        />
      </div>
      <p className="rp-error" role="alert">
        {message}
      </p>
      <div role="status">
        {file && !found && !message && <p>{fillText(messages.working, { name: file.name })}</p>}
        {found && (
          <dl>
            <dt>{messages.predicted}</dt>
            <Box as="dd" htmlTranslate="no" fontSize="title3" fontWeight="bold">
              {found.class_predicted}
            </Box>
            <dd>{fillText(messages.confidence, { percent: Math.round(found.confidence * 100) })}</dd>
          </dl>
        )}
      </div>
      {file && <PagePreview file={file} />}
    </Grid>
  );
}
