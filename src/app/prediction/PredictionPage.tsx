import useSWRImmutable from 'swr/immutable';
import texts from '../../../schemas/texts/income.json';
import { isPredictionOn } from '../../api/prediction';
import { NotFoundPage } from '../entry/NotFoundPage';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { PageHeading } from '../shell/PageHeading';
import { Loader } from '../ui/Loader';
import { PredictionForm } from './PredictionForm';

const words = texts.prediction;

/** Test page: the class of an uploaded PDF; there only where the server has it switched on (spec 003 §2, Prediction test pages). */
export function PredictionPage({ documentTypeId }: { documentTypeId: 3 | 6 }) {
  const { data: isOn, error } = useSWRImmutable('prediction', isPredictionOn);
  if (isOn === undefined && !error) return <Loader />;
  if (!isOn) return <NotFoundPage />;
  const title = words.title[documentTypeId];
  return (
    <ApplicationFrame>
      <PageHeading title={title}>{title}</PageHeading>
      <p className="ap-lead">{words.intro}</p>
      <PredictionForm documentTypeId={documentTypeId} />
    </ApplicationFrame>
  );
}
