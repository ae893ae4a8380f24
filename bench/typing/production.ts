// Set before React is imported, so that the theme is rendered with the production build.
process.env.NODE_ENV = 'production';
