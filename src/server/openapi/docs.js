// Starts Swagger UI on the page that openapiRoutes.ts draws. A file of its own, because the policy allows no inline script.
const { apis: urls } = JSON.parse(document.getElementById('apis').textContent);

SwaggerUIBundle({
  urls,
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Nothing is sent to others.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  // Its inline style would need an exception in the policy.
  plugins: [() => ({ components: { Logo: () => null } })],
  layout: 'StandaloneLayout',
});
