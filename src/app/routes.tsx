import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { Loader } from './ui/Loader';

const LoginPage = page(() => import('./entry/LoginPage').then((module) => module.LoginPage));
const ResetPasswordPage = page(() => import('./entry/ResetPasswordPage').then((module) => module.ResetPasswordPage));
const EntryPage = page(() => import('./entry/EntryPage').then((module) => module.EntryPage));
const PlannedPage = page(() => import('./entry/PlannedPage').then((module) => module.PlannedPage));
const InstructionPage = page(() => import('./entry/InstructionPage').then((module) => module.InstructionPage));
const AccountPage = page(() => import('./entry/AccountPage').then((module) => module.AccountPage));
const PolicyPage = page(() => import('./entry/PolicyPage').then((module) => module.PolicyPage));
const UnavailablePage = page(() => import('./entry/UnavailablePage').then((module) => module.UnavailablePage));
const StudioPage = page(() => import('./studio/StudioPage').then((module) => module.StudioPage));
const NotFoundPage = page(() => import('./entry/NotFoundPage').then((module) => module.NotFoundPage));
const ScanRoutes = page(() => import('./scan/ScanRoutes').then((module) => module.ScanRoutes));
const SignedIn = page(() => import('./shell/SignedIn').then((module) => module.SignedIn));
const StepShell = page(() => import('./shell/StepShell').then((module) => module.StepShell));
const ViewShell = page(() => import('./shell/ViewShell').then((module) => module.ViewShell));
const PageShell = page(() => import('./shell/PageShell').then((module) => module.PageShell));
const StepPage = page(async () => {
  // Features know nothing of each other; what one puts on the page of another is joined here.
  const [Step, asides] = await Promise.all([
    import('./steps/StepPage').then((module) => module.StepPage),
    import('./scan/ScanAside').then((module) => module.scanAsides),
  ]);
  return (props: { step: string }) => <Step {...props} asides={asides} />;
});
const ViewPage = page(() => import('./steps/ViewPage').then((module) => module.ViewPage));
const PaymentPage = page(() => import('./payment/PaymentPage').then((module) => module.PaymentPage));
const SuccessPage = page(() => import('./success/SuccessPage').then((module) => module.SuccessPage));
const PredictionPage = page(() => import('./prediction/PredictionPage').then((module) => module.PredictionPage));
const ConsentPage = page(() => import('./success/ConsentPage').then((module) => module.ConsentPage));

const entryTypes = ['Office', 'Agent', 'Property', 'Floor', 'Unit'];
const plannedPaths = ['/Office/GuestCard/*', '/Office/Docupload/*', '/Property/GuestCard/*', '/Property/Docupload/*'];

/** The route map of spec 000, section 2. Each page is a chunk of its own. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Waiting />}>
        <Route path="/" element={<LoginPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/reset-password/:id" element={<ResetPasswordPage />} />
        <Route path="/atss/:policy" element={<PolicyPage />} />
        <Route path="/unauthorizedAccess" element={<UnavailablePage />} />
        {plannedPaths.map((path) => (
          <Route key={path} path={path} element={<PlannedPage />} />
        ))}
        {entryTypes.flatMap((type) => [
          <Route key={type} path={`/${type}/*`} element={<EntryPage />} />,
          <Route key={`identification-${type}`} path={`/identification/${type}/*`} element={<EntryPage />} />,
        ])}
        <Route path="/scan/*" element={<ScanRoutes />} />
        <Route path="/registration" element={<Navigate to="/login" replace />} />
        {signedInRoutes()}
        <Route path="/studio" element={<StudioPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

function signedInRoutes() {
  return (
    <Route element={<SignedIn />}>
      <Route path="/instruction" element={<InstructionPage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route path="/identification" element={<StepShell />}>
        <Route index element={<StepPage key="identification" step="identification" />} />
        <Route path="applicantDetail" element={<StepPage key="applicant-details" step="applicant-details" />} />
        <Route path="incomeDetail" element={<StepPage key="income" step="income" />} />
        <Route path="payment" element={<PaymentPage />} />
      </Route>
      <Route path="/view" element={<ViewShell />}>
        <Route index element={<ViewPage key="identification" step="identification" />} />
        <Route path="applicantDetail" element={<ViewPage key="applicant-details" step="applicant-details" />} />
        <Route path="incomeDetail" element={<ViewPage key="income" step="income" />} />
      </Route>
      <Route
        path="/ml/predectPaystub"
        element={<PredictionPage key="paystub" documentTypeId={3} otherwise={<NotFoundPage />} />}
      />
      <Route
        path="/ml/predectBankStatement"
        element={<PredictionPage key="statement" documentTypeId={6} otherwise={<NotFoundPage />} />}
      />
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

function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
