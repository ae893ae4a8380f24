import { type ComponentType, isValidElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { createRoutesFromElements, matchRoutes, Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { isSubmission } from '../model/section/flow';
import { pages } from '../model/section/pages';
import type { Step } from '../model/types';
import { LoginPage } from './account/LoginPage';
import { scanAsides } from './scan/ScanAside';
import { applicationFlow, formerAddresses } from './shell/application';
import { PageLoader } from './shell/FailedPage';
import { LoggedIn, PageShell } from './shell/PageShell';
import { StepShell } from './shell/StepShell';

const loaders = new Map<unknown, () => Promise<unknown>>();

const ResetPasswordPage = page(() => import('./account/ResetPasswordPage').then((module) => module.ResetPasswordPage));
const EntryPage = page(() => import('./entry/EntryPage').then((module) => module.EntryPage));
const PlannedPage = page(() => import('./entry/NoticePages').then((module) => module.PlannedPage));
const InstructionPage = page(() => import('./entry/InstructionPage').then((module) => module.InstructionPage));
const NoticesPage = page(() => import('./entry/NoticesPage').then((module) => module.NoticesPage));
const AccountPage = page(() => import('./account/AccountPage').then((module) => module.AccountPage));
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
  // Features don't import each other, so their parts are passed in here.
  return (props: { step: string }) => <Step {...props} asides={scanAsides} />;
});
const ViewPage = page(() => import('./steps/ViewPage').then((module) => module.ViewPage));
const PaymentPage = page(async () => {
  const module = await import('./payment/PaymentPage');
  loadAhead(() => import('./success/SuccessPage'));
  return module.PaymentPage;
});
const SuccessPage = page(async () => {
  const [{ SuccessPage: Success }, { HouseholdSection }, { MessagesSection }] = await Promise.all([
    import('./success/SuccessPage'),
    import('./household/HouseholdSection'),
    import('./messages/MessagesSection'),
  ]);
  return () => <Success household={<HouseholdSection />} messages={<MessagesSection />} />;
});
const AccommodationPage = page(() =>
  import('./accommodation/AccommodationPage').then((module) => module.AccommodationPage),
);
const HouseholdPage = page(() => import('./household/HouseholdPage').then((module) => module.HouseholdPage));
const PredictionPage = page(() => import('./prediction/PredictionPage').then((module) => module.PredictionPage));
const ConsentPage = page(() => import('./success/ConsentPage').then((module) => module.ConsentPage));

/** The routes (docs/spec/000.md, §2). Most pages load when they're opened. */
export function AppRoutes() {
  return <Routes>{routes()}</Routes>;
}

function routes() {
  return (
    <Route element={<Waiting />}>
      <Route path={pages.home} element={<LoginPage />} />
      <Route path={pages.login} element={<LoginPage />} />
      <Route path={pages.resetPassword} element={<ResetPasswordPage />} />
      <Route path={pages.policy} element={<PolicyPage />} />
      <Route path={pages.unavailable} element={<UnavailablePage />} />
      {pages.planned.map((path) => (
        <Route key={path} path={path} element={<PlannedPage />} />
      ))}
      {pages.entry.map((path) => (
        <Route key={path} path={path} element={<EntryPage />} />
      ))}
      <Route path={pages.scan} element={<ScanRoutes />} />
      <Route path={pages.registration} element={<Navigate to={pages.login} replace />} />
      {loggedInRoutes()}
      {/* Case-sensitive, because entry links of type Office start with a capital letter. */}
      {pages.office.map((path) => (
        <Route key={path} path={path} caseSensitive element={<OfficePage />} />
      ))}
      <Route path={pages.studio} element={<StudioPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  );
}

function loggedInRoutes() {
  return (
    <Route element={<LoggedIn />}>
      <Route path={pages.instruction} element={<InstructionPage />} />
      <Route path={pages.notices} element={<NoticesPage />} />
      <Route path={pages.account} element={<AccountPage />} />
      <Route path={pages.accommodation} element={<AccommodationPage />} />
      <Route path={pages.household} element={<HouseholdPage />} />
      <Route element={<StepShell />}>
        {applicationFlow().steps.flatMap((step) => routesTo(step.route, stepElement(step)))}
        {routesTo('', null)}
      </Route>
      <Route element={<ViewShell />}>
        {applicationFlow().steps.flatMap(({ id, viewRoute }) =>
          viewRoute ? routesTo(viewRoute, <ViewPage key={id} step={id} />) : [],
        )}
      </Route>
      <Route path={pages.prediction} element={<PredictionPage otherwise={<NotFoundPage />} />} />
      <Route element={<PageShell />}>
        <Route path={pages.success} element={<SuccessPage />} />
        <Route path={pages.consent} element={<ConsentPage />} />
      </Route>
    </Route>
  );
}

const stepElement = (step: Step) => (isSubmission(step) ? <PaymentPage /> : <StepPage key={step.id} step={step.id} />);

/**
 * Renders the same element at a page's current and former paths, so that an open page stays mounted when its path
 * changes.
 */
function routesTo(address: string, element: ReactNode) {
  const all = [...(address ? [address] : []), ...formerAddresses(address)];
  return all.map((path) => <Route key={path} path={path} element={element} />);
}

function Waiting() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Outlet />
    </Suspense>
  );
}

/** Renders a page immediately if its code is loaded. React.lazy would show the loader first. */
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

export async function loadPageAt(pathname: string): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(routes()), pathname) ?? [];
  const types = matches.map(({ route }) => isValidElement(route.element) && route.element.type);
  await Promise.allSettled(types.map((type) => loaders.get(type)?.()));
}

const PREFETCH_DELAY_MS = 4_000;

/** Loads code once the page is idle, if the browser has `requestIdleCallback`. Ignores failures. */
export function loadAhead(load: () => Promise<unknown>): void {
  if (!('requestIdleCallback' in window)) return;
  setTimeout(() => window.requestIdleCallback(() => void load().catch(() => undefined)), PREFETCH_DELAY_MS);
}
