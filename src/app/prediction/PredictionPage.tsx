import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import texts from '../../../schemas/texts/income.json';
import { toApiError } from '../../api/apiError';
import { isPredictionOn, predictClass } from '../../api/income';
import type { Prediction } from '../../contract/income';
import { PagePreview } from '../../engine/PagePreview';
import { documentTypes } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { PageHeading } from '../shell/PageHeading';
import { Loader } from '../ui/Skeleton';

const words = texts.prediction;

interface PredictionPageProps {
  /** The page where prediction is switched off, or no type is tried: as if there were nothing at this address. */
  otherwise: ReactNode;
}

/** Test page: the class of an uploaded PDF; there only where the server has it switched on (spec 003 §2, Prediction test pages). */
export function PredictionPage({ otherwise }: PredictionPageProps) {
  const { pathname } = useLocation();
  const type = documentTypes.find(({ prediction }) => prediction?.route === pathname.replace(/\/$/, ''));
  const { data: isOn, error } = useSWRImmutable('prediction', isPredictionOn);
  if (isOn === undefined && !error) return <Loader />;
  if (!isOn || !type?.prediction) return otherwise;
  const { title } = type.prediction;
  return (
    <ApplicationFrame>
      <PageHeading title={title}>{title}</PageHeading>
      <p className="rp-frame__lead">{words.intro}</p>
      <PredictionForm key={type.id} documentTypeId={type.id} />
    </ApplicationFrame>
  );
}

/** A PDF to choose, its first page, and the class it is taken for. */
export function PredictionForm({ documentTypeId }: { documentTypeId: number }) {
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<Prediction>();
  const [message, setMessage] = useState('');

  async function predict(chosen: File) {
    setFound(undefined);
    setFile(chosen.type === 'application/pdf' ? chosen : undefined);
    setMessage(chosen.type === 'application/pdf' ? '' : words.wrongType);
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
          {words.choose}
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
        {file && !found && !message && <p>{fillText(words.working, { name: file.name })}</p>}
        {found && (
          <dl>
            <dt>{words.predicted}</dt>
            <Box as="dd" htmlTranslate="no" fontSize="title3" fontWeight="bold">
              {found.class_predicted}
            </Box>
            <dd>{fillText(words.confidence, { percent: Math.round(found.confidence * 100) })}</dd>
          </dl>
        )}
      </div>
      {file && <PagePreview file={file} />}
    </Grid>
  );
}
