declare module 'virtual:outside-widgets' {
  export const outsideWidgets: Record<string, import('../../widgets/parts/loadLater').Widget>;
}
