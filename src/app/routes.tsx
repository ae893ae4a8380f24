import { type ComponentType, isValidElement, lazy, Suspense, useState } from 'react';
import { createRoutesFromElements, matchRoutes, Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { applicationTypes } from '../model/entryPath';
import { LoginPage } from './entry/LoginPage';
import { scanAsides } from './scan/ScanAside';
import { applicationFlow } from './shell/application';
import { PageShell, SignedIn } from './shell/PageShell';
import { StepShell } from './shell/StepShell';
import { Loader } from './ui/Skeleton';

/** How each page is fetched, by its component. */
const loaders = new Map<unknown, () => Promise<unknown>>();

const ResetPasswordPage = page(() => import('./entry/ResetPasswordPage').then((module) => module.ResetPasswordPage));
const EntryPage = page(() => import('./entry/EntryPage').then((module) => module.EntryPage));
const PlannedPage = page(() => import('./entry/NoticePages').then((module) => module.PlannedPage));
const InstructionPage = page(() => import('./entry/InstructionPage').then((module) => module.InstructionPage));
const AccountPage = page(() => import('./entry/AccountPage').then((module) => module.AccountPage));
const PolicyPage = page(() => import('./entry/NoticePages').then((module) => module.PolicyPage));
const UnavailablePage = page(() => import('./entry/NoticePages').then((module) => module.UnavailablePage));
const StudioPage = page(() => import('./studio/StudioPage').then((module) => module.StudioPage));
const OfficePage = page(() => import('./office/OfficePage').then((module) => module.OfficePage));
const NotFoundPage = page(() => import('./entry/NoticePages').then((module) => module.NotFoundPage));
const ScanRoutes = page(() => import('./scan/ScanRoutes').then((module) => module.ScanRoutes));
const ViewShell = page(() => import('./shell/ViewShell').then((module) => module.ViewShell));
const StepPage = page(async () => {
  const { StepPage: Step } = await import('./steps/StepPage');
  loadAhead(() => import('./payment/PaymentPage'));
  // Features know nothing of each other; what one puts on the page of another is joined here.
  return (props: { step: string }) => <Step {...props} asides={scanAsides} />;
});
const ViewPage = page(() => import('./steps/ViewPage').then((module) => module.ViewPage));
const PaymentPage = page(async () => {
  const module = await import('./payment/PaymentPage');
  loadAhead(() => import('./success/SuccessPage'));
  return module.PaymentPage;
});
const SuccessPage = page(() => import('./success/SuccessPage').then((module) => module.SuccessPage));
const PredictionPage = page(() => import('./prediction/PredictionPage').then((module) => module.PredictionPage));
const ConsentPage = page(() => import('./success/ConsentPage').then((module) => module.ConsentPage));

const officePaths = ['/office', '/office/enter', '/office/people', '/office/applications/:id'];
const plannedPaths = ['/Office/GuestCard/*', '/Office/Docupload/*', '/Property/GuestCard/*', '/Property/Docupload/*'];

/** The route map of spec 000, section 2. What every page or the login needs is there at once; each other page is fetched when it is opened (pagesPlugin.ts). */
export function AppRoutes() {
  return <Routes>{routes()}</Routes>;
}

function routes() {
  return (
    <Route element={<Waiting />}>
      <Route path="/" element={<LoginPage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/reset-password/:id" element={<ResetPasswordPage />} />
      <Route path="/atss/:policy" element={<PolicyPage />} />
      <Route path="/unauthorizedAccess" element={<UnavailablePage />} />
      {plannedPaths.map((path) => (
        <Route key={path} path={path} element={<PlannedPage />} />
      ))}
      {applicationTypes.flatMap((type) => [
        <Route key={type} path={`/${type}/*`} element={<EntryPage />} />,
        <Route key={`identification-${type}`} path={`/identification/${type}/*`} element={<EntryPage />} />,
      ])}
      <Route path="/scan/*" element={<ScanRoutes />} />
      <Route path="/registration" element={<Navigate to="/login" replace />} />
      {signedInRoutes()}
      {/* In small letters only: an entry link of the type Office begins with a capital. */}
      {officePaths.map((path) => (
        <Route key={path} path={path} caseSensitive element={<OfficePage />} />
      ))}
      <Route path="/studio" element={<StudioPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  );
}

function signedInRoutes() {
  return (
    <Route element={<SignedIn />}>
      <Route path="/instruction" element={<InstructionPage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route element={<StepShell />}>
        {applicationFlow.steps.map(({ id, route, role }) => (
          <Route
            key={id}
            path={route}
            element={role === 'payment' ? <PaymentPage /> : <StepPage key={id} step={id} />}
          />
        ))}
      </Route>
      <Route element={<ViewShell />}>
        {applicationFlow.steps.map(
          ({ id, viewRoute }) =>
            viewRoute && <Route key={id} path={viewRoute} element={<ViewPage key={id} step={id} />} />,
        )}
      </Route>
      <Route path="/ml/*" element={<PredictionPage otherwise={<NotFoundPage />} />} />
      <Route element={<PageShell />}>
        <Route path="/success" element={<SuccessPage />} />
        <Route path="/viewconsent" element={<ConsentPage />} />
      </Route>
    </Route>
  );
}

function Waiting() {
  return (
    <Suspense fallback={<Loader />}>
      <Outlet />
    </Suspense>
  );
}

/**
 * A page that is fetched when it is wanted. One that is there already is drawn at once: as a lazy one it would show the loader first, and
 * React lets no loader go before it has stood for 300 ms.
 */
function page<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const start = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Later: ComponentType<Props> = lazy(start);
  const Page = (props: Props) => {
    const [Known] = useState(() => loaded ?? Later);
    return <Known {...props} />;
  };
  loaders.set(Page, start);
  return Page;
}

/** Fetches the pages of an address while what they show is still on its way; what fails here is shown when they are drawn. */
export async function loadPageAt(pathname: string): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(routes()), pathname) ?? [];
  const types = matches.map(({ route }) => isValidElement(route.element) && route.element.type);
  await Promise.allSettled(types.map((type) => loaders.get(type)?.()));
}

/** After the page's own fields and their answers. */
const LATER = 4_000;

/** Fetches what is likely to be wanted next once the page rests; what cannot be had now is fetched when it is opened. */
export function loadAhead(load: () => Promise<unknown>): void {
  if (!('requestIdleCallback' in window)) return;
  setTimeout(() => window.requestIdleCallback(() => void load().catch(() => undefined)), LATER);
}
