globalThis.SwaggerUIBundle({
  url: '/v1/openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Without this Swagger UI sends the whole document to a validator on the internet.
  validatorUrl: null,
})
