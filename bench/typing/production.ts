// Before React is read in, which is another one by this: the theme is rendered here by the one that pages are built with.
process.env.NODE_ENV = 'production';
