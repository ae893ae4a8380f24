import { Navigate, Route, Routes } from 'react-router-dom';
import { BackPage } from './BackPage';
import { BarcodePage } from './BarcodePage';
import { CameraPage } from './CameraPage';
import { DonePage } from './DonePage';
import { FrontPage } from './FrontPage';
import { MenuPage } from './MenuPage';
import { ScanShell } from './ScanShell';
import { WelcomePage } from './WelcomePage';

/** The phone's pages (spec 003, section 2), in a chunk of their own: the scanner is loaded nowhere else. */
export function ScanRoutes() {
  return (
    <Routes>
      <Route path=":id" element={<ScanShell />}>
        <Route index element={<WelcomePage />} />
        <Route path="menu" element={<MenuPage />} />
        <Route path="camera/:docId" element={<FrontPage />} />
        <Route path="back/:docId" element={<BarcodePage />} />
        <Route path="camera_back/:docId" element={<BackPage />} />
        <Route path="camera-avi/:docId" element={<CameraPage />} />
        <Route path="success" element={<DonePage />} />
        <Route path="*" element={<Navigate to=".." replace />} />
      </Route>
      <Route path="*" element={<Navigate to="/login" replace />} />
    </Routes>
  );
}
