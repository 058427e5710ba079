"""The contents of data files: read, checked, documented and turned into JSON Schema from one declaration.

``shape`` holds what declares and reads, ``kind`` the kinds of values; each file has a module with its keys.
"""
