import { useState } from 'react';
import texts from '../../../schemas/texts/income.json';
import { toApiError } from '../../api/apiError';
import { type Prediction, predictClass } from '../../api/prediction';
import { PagePreview } from '../../engine/PagePreview';
import { fillText } from '../../model/fillText';
import './prediction.css';

const words = texts.prediction;

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
    <div className="ap-prediction">
      <div className="rp-field">
        <label className="rp-label" htmlFor="prediction-file">
          {words.choose}
        </label>
        <input
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
          <dl className="ap-prediction-class">
            <dt>{words.predicted}</dt>
            <dd translate="no">{found.class_predicted}</dd>
            <dd>{fillText(words.confidence, { percent: Math.round(found.confidence * 100) })}</dd>
          </dl>
        )}
      </div>
      {file && <PagePreview file={file} />}
    </div>
  );
}
