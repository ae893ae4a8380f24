import { Navigate } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { ApiError } from '../../api/apiError';
import { type EntryLink, useForm } from '../../api/forms';
import { useRegistrationPage } from '../../api/users';
import { useAccent } from '../shell/useAccent';
import { useCheckers } from '../steps/useCheckers';
import { Skeleton } from '../ui/Skeleton';
import { EntryFrame } from './EntryFrame';
import { LoadProblem } from './LoadProblem';
import { RegistrationForm } from './RegistrationForm';

/** The registration of one entry link, once its master data, its form and its rules are there. */
export function RegistrationPage({ entry }: { entry: EntryLink }) {
  const page = useRegistrationPage(entry);
  const form = useForm('entry', 'registration', entry);
  const checkers = useCheckers(form.data);
  useAccent(page.data?.accent);
  const error = page.error ?? form.error ?? checkers.error;
  if (error instanceof ApiError && error.status === 406)
    return <Navigate to={`/unauthorizedAccess?reason=${error.code ?? ''}`} replace />;
  if (error instanceof ApiError && error.code === 'alreadyRegistered') return <Navigate to="/login" replace />;
  if (page.data && form.data && checkers.data)
    return <RegistrationForm entry={entry} page={page.data} form={form.data} checkers={checkers.data} />;
  const retry = () => {
    for (const part of [page, form, checkers]) if (part.error) void part.mutate();
  };
  return (
    <EntryFrame>
      <h1>{texts.registration.heading}</h1>
      {error ? <LoadProblem error={error} onRetry={retry} /> : <Skeleton lines={6} />}
    </EntryFrame>
  );
}
