declare module 'virtual:outside-widgets' {
  export const outsideWidgets: Record<string, import('react').ComponentType<import('@rjsf/utils').WidgetProps>>;
}
