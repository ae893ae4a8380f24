import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes } from './routes';
import { FetchedData } from './session/FetchedData';
import { SessionWarningHost } from './session/SessionWarningHost';
import { SignInAgainHost } from './session/SignInAgainHost';
import { ErrorBoundary } from './shell/ErrorBoundary';
import { RouteWatcher } from './shell/RouteWatcher';
import { LiveRegion } from './ui/LiveRegion';
import { QuestionHost } from './ui/QuestionHost';
import { Toaster } from './ui/Toaster';

// Left out of the build: an applicant's form is never exchanged under their hands.
const RedrawForms = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./dev/RedrawForms')).RedrawForms }))
  : undefined;

/** The whole product in the browser: the place in the URL, the page, and what lies over every page. */
export function App() {
  return (
    <>
      <FetchedData>
        {RedrawForms && (
          <Suspense>
            <RedrawForms />
          </Suspense>
        )}
        <BrowserRouter>
          <RouteWatcher />
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
        </BrowserRouter>
      </FetchedData>
      <SessionWarningHost />
      <SignInAgainHost />
      <QuestionHost />
      <Toaster />
      <LiveRegion />
    </>
  );
}
