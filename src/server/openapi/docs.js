// Starts Swagger UI on the page from openapiRoutes.ts. This is a separate file, because the content security policy
// blocks inline scripts.
const { apis: urls } = JSON.parse(document.getElementById('apis').textContent);

SwaggerUIBundle({
  urls,
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Nothing is sent to other servers.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  // The logo's inline style would need an exception in the policy.
  plugins: [() => ({ components: { Logo: () => null } })],
  layout: 'StandaloneLayout',
});
